import { expect, test } from 'vitest';
import { PORTAL_LISTENS, readThemeMessage, themeMessage } from '#core/theme-draft.ts';

const draft = {
  heading: 'Hello',
  brandColor: '#102030',
  logoUrl: '',
  orderLookupDetailText: 'Have your number ready',
  orderLookupGiftReturnDetailText: 'Find it',
  footerText: 'Since 1999',
};

test('a draft is read as it was said', () => {
  expect(readThemeMessage(themeMessage(draft))).toEqual(draft);
});

test('other messages, and drafts that are not whole or say more, carry none', () => {
  const { heading: _, ...headless } = draft;
  for (const message of [
    null,
    undefined,
    'makegood:theme-draft',
    PORTAL_LISTENS,
    { kind: 'other', draft },
    { kind: themeMessage(draft).kind, draft: null },
    themeMessage({ ...draft, slug: 'other' } as typeof draft),
    themeMessage({ ...draft, logoUrl: 7 as unknown as string }),
    themeMessage(headless as typeof draft),
  ])
    expect(readThemeMessage(message), JSON.stringify(message)).toBeNull();
});
