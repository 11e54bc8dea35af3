/** What the settings change about the portal's look, before it is saved. */
export type ThemeDraft = {
  heading: string;
  brandColor: string;
  logoUrl: string;
  orderLookupGiftReturnDetailText: string;
};

/** Said by a framed portal that listens, and by the settings that frame it. */
export const PORTAL_LISTENS = 'makegood:portal-listens';
const THEME_DRAFT = 'makegood:theme-draft';

export const themeMessage = (draft: ThemeDraft): { kind: string; draft: ThemeDraft } => ({ kind: THEME_DRAFT, draft });

/** The draft that a message carries; null for any other message. */
export function readThemeMessage(message: unknown): ThemeDraft | null {
  if (!isRecord(message) || message['kind'] !== THEME_DRAFT || !isRecord(message['draft'])) return null;
  const { heading, brandColor, logoUrl, orderLookupGiftReturnDetailText } = message['draft'];
  const isWhole =
    typeof heading === 'string' &&
    typeof brandColor === 'string' &&
    typeof logoUrl === 'string' &&
    typeof orderLookupGiftReturnDetailText === 'string';
  return isWhole ? { heading, brandColor, logoUrl, orderLookupGiftReturnDetailText } : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
