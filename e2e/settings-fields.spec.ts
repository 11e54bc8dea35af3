import { expect, type Locator, type Page } from '@playwright/test';
import type { FieldLook } from '#core/settings/field.ts';
import { fieldsOf } from '#core/settings/group.ts';
import { GROUP_NAMES, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { readSettings, setSettings } from './claims.ts';
import { openSettings } from './staff.ts';
import { test } from './test.ts';

/** They have a form of their own, which journeys of their own fill in, or only one value. */
const OWN_FORM: readonly FieldLook['kind'][] = [
  'hidden',
  'fixed',
  'area',
  'picture',
  'sendFrom',
  'emailTemplates',
  'inspectionTemplate',
  'customFields',
];
/** What a text has to be; any other says "Seven". */
const TEXTS: Readonly<Record<string, string>> = {
  emailsForNewClaim: 'seven@shop.example',
  emailsForClaimReceived: 'seven@shop.example',
  giftCardProductIdFromPlatform: '7777',
};
const TAGS: Readonly<Record<string, string>> = { embeddedIn: 'https://www.seven.example' };

const SWITCHED_ON_LATER = ['order-editing', 'checkout-widget', 'checkout-plus', 'shipping-claims', 'automations'];

type Field = { group: GroupName; field: string; look: FieldLook };
type Words = ReturnType<typeof fieldsOf>[number][1];

const innermost = (look: FieldLook): FieldLook => (look.kind === 'inside' ? innermost(look.look) : look);
const isOneChoice = (look: FieldLook): boolean => look.kind === 'choice' && look.options.length < 2;

const all: (Field & { page: string; words: Words })[] = GROUP_NAMES.flatMap((group) => {
  const { page, isProviderOnly, hasOwnCalls } = SETTINGS_GROUPS[group];
  // A store's own admin doesn't reach the provider's page, nor areas until the provider has switched them on; what
  // automations have is on the page of the rules.
  if (isProviderOnly || hasOwnCalls || SWITCHED_ON_LATER.includes(page)) return [];
  return fieldsOf(SETTINGS_GROUPS[group]).flatMap(([field, words]) => {
    const look = innermost(words.look);
    return OWN_FORM.includes(look.kind) || isOneChoice(look) ? [] : [{ group, field, look, page, words }];
  });
});

/** What a switch doesn't work without. */
const FIRST: Readonly<Record<string, unknown>> = {
  emailsForNewClaim: 'six@shop.example',
  emailsForClaimReceived: 'six@shop.example',
  emailMarketingConsentText: 'Six',
  emailMarketingConsentDescriptionText: 'Six',
  emailMarketingConsentPolicyUrlTextTitle: 'Six',
  emailMarketingConsentPolicyUrl: 'https://shop.example/six',
};

type Settings = Record<string, unknown>;
type Changed = (typeof all)[number];

/** What has to be set so that a field can be changed. */
const neededFor = ({ field, words: { onlyWhen, shownWhen, turns } }: Changed): Settings => ({
  ...(field in FIRST ? { [field]: FIRST[field] } : {}),
  ...(onlyWhen ? { [onlyWhen.field]: onlyWhen.is } : {}),
  ...(shownWhen ? { [shownWhen.field]: shownWhen.is } : {}),
  ...(turns ? { [field]: true, [turns.field]: turns.on } : {}),
});

type Round = { fields: Changed[]; needed: Settings };

/** Fields that can be changed at once: none needs a setting to be another than one before it does. */
function roundsOf(fields: readonly Changed[]): Round[] {
  const round: Round = { fields: [], needed: {} };
  const later = fields.filter((one) => {
    const its = neededFor(one);
    const fits = Object.entries(its).every(([name, is]) => !(name in round.needed) || round.needed[name] === is);
    if (fits) {
      round.fields.push(one);
      Object.assign(round.needed, its);
    }
    return !fits;
  });
  return later.length === 0 ? [round] : [round, ...roundsOf(later)];
}

const ROUNDS = [...Map.groupBy(all, ({ page }) => page)].flatMap(([name, those]) =>
  roundsOf(those).map((round, index) => ({
    ...round,
    name,
    title: `${name}${index === 0 ? '' : `, round ${index + 1}`}`,
  })),
);

for (const { name, title, fields, needed } of ROUNDS)
  test(`each of ${fields.length} fields is saved as it was changed on its page: ${title}`, async ({ page }) => {
    page.setDefaultTimeout(15_000);
    await openSettings(page, 'theme');
    const names = fields.map(({ field }) => field);
    const before = await readSettings(page, [...names, ...Object.keys(needed)]);
    try {
      await setSettings(page, needed);
      const base = await readSettings(page, names);
      await page.goto(page.url().replace(/theme$/, name));
      // A bonus is gone once it is of no kind, and other fields once their switch is off.
      const order: FieldLook['kind'][] = ['bonus', 'choice', 'switch'];
      const turn = ({ look: { kind } }: Field): number => [0, 2, 3][order.indexOf(kind)] ?? 1;
      // Of switches the one that others hang on stands before them.
      for (const one of fields.toReversed().toSorted((each, other) => turn(each) - turn(other)))
        await change(page, one, Object.entries(base).find(([field]) => field === one.field)?.[1]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
      const after = await readSettings(page, names);
      const isSame = (field: string): boolean => valueOf(after, field) === valueOf(base, field);
      expect(names.filter(isSame)).toEqual([]);
    } finally {
      await setSettings(page, before);
    }
  });

const valueOf = (settings: object, name: string): string =>
  JSON.stringify(Object.entries(settings).find(([field]) => field === name)?.[1]);

async function change(page: Page, { group, field, look }: Field, now: unknown): Promise<void> {
  const place = page.locator(`[id="${group}.${field}"]`);
  const control = place.locator('input:not([type=hidden]):not([type=color]), select, textarea').first();
  switch (look.kind) {
    case 'switch':
      return control.press('Space');
    case 'choice': {
      const other = look.options.map(([option]) => option).find((option) => option !== now);
      await control.selectOption(other ?? '');
      return;
    }
    case 'minutes':
      await control.selectOption(String(look.offered.find((minutes) => minutes !== now)));
      return;
    case 'choices':
      return place.getByRole('checkbox').last().press('Space');
    case 'tags':
      await control.fill(TAGS[field] ?? 'seven');
      return control.press('Enter');
    case 'countries': {
      await control.fill('Norway');
      await page.getByRole('option', { name: 'Norway' }).click();
      return control.press('Escape');
    }
    case 'color':
      return control.fill('#123456');
    case 'text':
    case 'longText':
      return control.fill(TEXTS[field] ?? textFor(look));
    default:
      return typed(control, '13');
  }
}

function textFor(look: Extract<FieldLook, { kind: 'text' | 'longText' }>): string {
  if (look.kind === 'longText' || look.format === 'plain') return 'Seven';
  return look.format === 'email' ? 'seven@shop.example' : 'https://shop.example/seven';
}

async function typed(control: Locator, text: string): Promise<void> {
  await control.press('ControlOrMeta+a');
  await control.pressSequentially(text);
}
