import { expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as registrations from '#contract/customer/registrations.ts';
import * as shippingClaims from '#contract/customer/shipping-claims.ts';
import * as withdrawal from '#contract/customer/withdrawal.ts';
import { DenialDetail } from '#core/claims/decision-shapes.ts';
import { denialWords } from '#core/claims/denial-words.ts';
import { ineligibleText, whyNotWords, type IneligibleReason } from '#core/claims/eligibility.ts';
import { ROLLUPS, shopperStatus, STATUS_TABLE, statusView } from '#core/claims/status.ts';
import { storeSettings } from '#core/settings/settings.ts';
import { DEFAULT_TEXTS } from '#core/texts/defaults.ts';
import { english } from '#core/texts/english.ts';
import claim from '#core/texts/catalogs/en/claim.ts';
import protection from '#core/texts/catalogs/en/protection.ts';
import register from '#core/texts/catalogs/en/register.ts';
import returning from '#core/texts/catalogs/en/return.ts';
import start from '#core/texts/catalogs/en/start.ts';
import withdrawing from '#core/texts/catalogs/en/withdrawal.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import { GENERAL_ERRORS, type ACCESS_ERRORS } from '#server/http/errors.ts';

const TEXTS: Readonly<Record<string, string>> = { ...start, ...returning, ...claim };
/** Each has the texts of the screens that ask it. */
const CALLS = [
  [customer, TEXTS],
  [registrations, { ...TEXTS, ...register }],
  [withdrawal, { ...TEXTS, ...withdrawing }],
  [shippingClaims, { ...TEXTS, ...protection }],
] as const;
const textOf = (id: string): string => english({ id: id as PortalTextId });

test('every refusal a shopper may read has a text', () => {
  // What says of an upload that its kind isn't read is for the authors of a client, not for shoppers.
  const general = Object.keys(GENERAL_ERRORS).filter((code) => code !== 'UNSUPPORTED_MEDIA_TYPE');
  const session = 'PORTAL_SESSION_EXPIRED' satisfies keyof typeof ACCESS_ERRORS;
  const known = new Set<string>();
  for (const [calls, texts] of CALLS) {
    const routes = Object.values(calls).filter((one) => 'path' in one && 'errors' in one);
    const codes = routes.flatMap(({ errors }) => Object.keys(errors ?? {}));
    for (const code of [...codes, ...general, session]) {
      known.add(code);
      expect(texts).toHaveProperty([`refusal.${code}`]);
    }
  }
  expect(known.size).toBeGreaterThan(45);
});

test('statuses, refusals of items and denials say in the portal what they say elsewhere', () => {
  for (const rollup of ROLLUPS)
    for (const detail of Object.keys(STATUS_TABLE[rollup])) {
      const status = statusView(rollup, detail);
      if (!status) throw new Error(`no status ${rollup} ${detail}`);
      const id = rollup === 'Denied' ? 'status.Denied' : `status.${rollup}.${detail}`;
      expect(textOf(id)).toBe(shopperStatus(status).label);
    }
  for (const detail of DenialDetail.options) expect(textOf(`denial.${detail}`)).toBe(denialWords(detail));
  const reasons = Object.keys(TEXTS)
    .filter((id) => /^ineligible\.[A-Z_]+$/.test(id) && id !== 'ineligible.ITEM_INELIGIBLE')
    .map((id) => id.slice('ineligible.'.length) as IneligibleReason);
  expect(reasons.length).toBeGreaterThan(15);
  for (const reason of reasons)
    for (const lastEligibleDate of [null, '2026-12-24T23:59:59.999Z'])
      expect(english(whyNotWords({ reason, lastEligibleDate }) ?? '')).toBe(ineligibleText(reason, lastEligibleDate));
});

test('words of the settings that no store has changed are in the catalog', () => {
  for (const [text, id] of Object.entries(DEFAULT_TEXTS)) expect(textOf(id)).toBe(text);
  const { theme, fees, reasons } = storeSettings({});
  const said = [
    theme.portalHeading,
    theme.orderLookupGiftReturnDetailText,
    fees.returnFeeName,
    ...reasons.reasons.flatMap(({ name, details }) => [name, ...details]),
  ];
  for (const text of said) expect(DEFAULT_TEXTS).toHaveProperty([text]);
});
