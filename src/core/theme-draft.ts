/** What the settings change about the portal's look, before it is saved. */
const FIELDS = [
  'heading',
  'brandColor',
  'logoUrl',
  'orderLookupDetailText',
  'orderLookupGiftReturnDetailText',
  'footerText',
] as const;
export type ThemeDraft = Record<(typeof FIELDS)[number], string>;

/** Said by a framed portal that listens, and by the settings that frame it. */
export const PORTAL_LISTENS = 'makegood:portal-listens';
const THEME_DRAFT = 'makegood:theme-draft';

export const themeMessage = (draft: ThemeDraft): { kind: string; draft: ThemeDraft } => ({ kind: THEME_DRAFT, draft });

/** The draft that a message carries; null for any other message. */
export function readThemeMessage(message: unknown): ThemeDraft | null {
  if (!isRecord(message) || message['kind'] !== THEME_DRAFT) return null;
  const { draft } = message;
  return isThemeDraft(draft) ? draft : null;
}

// It is spread over the store, of which it may change nothing else.
const isThemeDraft = (value: unknown): value is ThemeDraft =>
  isRecord(value) &&
  Object.keys(value).length === FIELDS.length &&
  FIELDS.every((field) => typeof value[field] === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
