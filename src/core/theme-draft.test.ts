import { expect, test } from 'vitest';
import { themeOf } from '#core/policy/theme-of.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';
import { PORTAL_LISTENS, readThemeMessage, themeMessage } from '#core/theme-draft.ts';

const draft = themeOf(storeSettingsOf({ merchantPageTitle: 'Ours' }), 'Northwind');

test('a draft is read as it was said', () => {
  expect(readThemeMessage(themeMessage(draft))).toEqual(draft);
  expect(draft.pageTitle).toBe('Ours');
  expect(themeOf(storeSettingsOf(), 'Northwind').pageTitle).toBe('Northwind');
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
    themeMessage({ ...draft, shouldPrioritizeCredit: 'yes' as unknown as boolean }),
    themeMessage(headless as typeof draft),
  ])
    expect(readThemeMessage(message), JSON.stringify(message)).toBeNull();
});
