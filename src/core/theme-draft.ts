const FIELDS = {
  heading: 'string',
  brandColor: 'string',
  backgroundColor: 'string',
  backgroundUrl: 'string',
  logoUrl: 'string',
  faviconUrl: 'string',
  pageTitle: 'string',
  footerText: 'string',
  orderLookupDetailText: 'string',
  orderLookupGiftReturnDetailText: 'string',
  orderNumberDescriptionText: 'string',
  orderHubStartRequestTitleText: 'string',
  orderHubStartRequestDetailText: 'string',
  warrantyItemsDetailText: 'string',
  offerRefundDetailText: 'string',
  offerGiftCardDetailText: 'string',
  shouldPrioritizeCredit: 'boolean',
  creditHeadlineText: 'string',
  creditDetailText: 'string',
  hideLabelDownloadWhenQrCodeIsPresent: 'boolean',
} as const;

type Types = { string: string; boolean: boolean };
/** How the portal of a store looks, and what it says in the store's words; saved, or as the settings have it before. */
export type ThemeDraft = { [Field in keyof typeof FIELDS]: Types[(typeof FIELDS)[Field]] };

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
  Object.keys(value).length === Object.keys(FIELDS).length &&
  Object.entries(FIELDS).every(([field, type]) => typeof value[field] === type);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
