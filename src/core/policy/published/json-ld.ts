import type { Facts } from '#core/automations/facts.ts';
import { reasonsOfType } from '#core/claims/reason-groups.ts';
import { categoryOfReason } from '#core/claims/reasons.ts';
import type { ReasonCategory } from '#core/claims/reason-category.ts';
import type { RuledWindow } from '#core/automations/actions/modify-resolution-window.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { decimalFromMinor, type CurrencyCode, type Minor } from '#core/money.ts';
import { policyStatement, type PolicyStatement, type StatementInput } from '#core/policy/published/statement.ts';

type Thing = Readonly<Record<string, unknown>>;

export type MarkupInput = Omit<StatementInput, 'about'> & {
  storeName: string;
  /** Where goods go back to; empty where nobody knows. */
  returnCountry: string;
  /** The page for people. */
  link: string;
};

/** The policy as search engines read it: schema.org's MerchantReturnPolicy, with the fields that Google documents. */
export function policyMarkup(input: MarkupInput): Thing {
  const { policyCountries } = input.settings.publishedPolicy;
  const countries = policyCountries.length > 0 ? policyCountries : [input.returnCountry].filter((code) => code !== '');
  const policies = countries.map((country) => ({ country, policy: policyOf(input, { 'order/country': [country] }) }));
  const alike = [...Map.groupBy(policies, ({ policy }) => JSON.stringify(policy)).values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const applicableCountry = some.map(({ country }) => country);
    return [{ '@type': 'MerchantReturnPolicy', applicableCountry, ...first.policy }];
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: input.storeName,
    hasMerchantReturnPolicy:
      alike.length > 0 ? alike : [{ '@type': 'MerchantReturnPolicy', merchantReturnLink: input.link }],
  };
}

const of = (name: string): string => `https://schema.org/${name}`;

/** What holds in general for orders of which `about` is known. What cannot be said exactly is left to the page. */
function policyOf(input: MarkupInput, about: Facts): Thing {
  const statement = policyStatement({ ...input, about });
  const merchantReturnLink = input.link;
  const main = mainWindow(statement);
  if (main === null || main.kind === 'until') return { merchantReturnLink };
  if (main.kind === 'notOffered') return { returnPolicyCategory: of('MerchantReturnNotPermitted'), merchantReturnLink };
  return {
    ...(main.days >= LIFETIME_DAYS
      ? { returnPolicyCategory: of('MerchantReturnUnlimitedWindow') }
      : { returnPolicyCategory: of('MerchantReturnFiniteReturnWindow'), merchantReturnDays: main.days }),
    refundType: refundTypes(statement, main.days),
    itemCondition: conditionsOf(statement),
    returnMethod: of('ReturnByMail'),
    ...(input.returnCountry === '' ? {} : { returnPolicyCountry: input.returnCountry }),
    ...shippingOf(statement),
    ...forCategory(input, about, 'No_Longer_Needed', 'customerRemorse'),
    ...forCategory(input, about, 'Defective_Item', 'itemDefect'),
    ...restockingOf(statement),
    merchantReturnLink,
  };
}

/** How long the first way to return is open: the refund where there is one. Null where only exceptions say. */
function mainWindow({ isReturnsOffered, windows }: PolicyStatement): RuledWindow | null {
  if (!isReturnsOffered) return { kind: 'notOffered' };
  const { refund, storeCredit, giftCard, variantExchange } = windows;
  const terms = [refund, storeCredit, giftCard, variantExchange];
  const offered = terms.find(({ general }) => general.kind !== 'notOffered');
  if (offered) return offered.general;
  return terms.every(({ cases }) => cases.every(({ value }) => value.kind === 'notOffered')) ? refund.general : null;
}

/** Those that are open for all these days. */
function refundTypes({ windows }: PolicyStatement, days: number): string[] {
  const isOpen = ({ general }: PolicyStatement['windows']['refund']): boolean =>
    general.kind === 'days' && general.days >= days;
  return [
    ...(isOpen(windows.refund) ? [of('FullRefund')] : []),
    ...(isOpen(windows.storeCredit) || isOpen(windows.giftCard) ? [of('StoreCreditRefund')] : []),
    ...(isOpen(windows.variantExchange) ? [of('ExchangeRefund')] : []),
  ];
}

const conditionsOf = ({ itemCondition, isDamageAccepted }: PolicyStatement): string[] => [
  of('NewCondition'),
  ...(itemCondition === 'used' ? [of('UsedCondition')] : []),
  ...(isDamageAccepted ? [of('DamagedCondition')] : []),
];

/** Who pays the way back, and who makes the label. A part of a label's price is no amount yet, so it is left out. */
function shippingOf({ returnMethods, label, currencyCode }: PolicyStatement): Thing {
  if (!returnMethods.general.includes('label'))
    return {
      returnFees: of('ReturnFeesCustomerResponsibility'),
      returnLabelSource: of('ReturnLabelCustomerResponsibility'),
    };
  const returnLabelSource = of('ReturnLabelDownloadAndPrint');
  const { general } = label;
  if ((general.kind === 'part' ? general.basisPoints : general.amount) === 0)
    return { returnFees: of('FreeReturn'), returnLabelSource };
  if (general.kind === 'part') return { returnLabelSource };
  return {
    returnFees: of('ReturnShippingFees'),
    returnShippingFeesAmount: amountOf(general.amount, currencyCode),
    returnLabelSource,
  };
}

/** The same for reasons of one category, where it differs and all of them agree. */
function forCategory(input: MarkupInput, about: Facts, category: ReasonCategory, prefix: string): Thing {
  const reasons = reasonsOfType(input.settings.reasons, 'Return').filter(
    (reason) => categoryOfReason(reason) === category,
  );
  const usual = shippingOf(policyStatement({ ...input, about }));
  const [first, ...others] = reasons.map(({ id }) =>
    shippingOf(
      policyStatement({ ...input, about: { ...about, 'claim/reason': id, 'claim/reasonCategory': category } }),
    ),
  );
  const isSame = (one: Thing, other: Thing): boolean => JSON.stringify(one) === JSON.stringify(other);
  if (!first || isSame(first, usual) || !others.every((other) => isSame(first, other))) return {};
  return Object.fromEntries(
    Object.entries(first).map(([name, value]) => [`${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
  );
}

function restockingOf({ fee: { general }, currencyCode }: PolicyStatement): Thing {
  if (general.kind === 'part') return general.basisPoints === 0 ? {} : { restockingFee: general.basisPoints / 100 };
  return general.amount === 0 ? {} : { restockingFee: amountOf(general.amount, currencyCode) };
}

const amountOf = (amount: Minor, currencyCode: CurrencyCode): Thing => ({
  '@type': 'MonetaryAmount',
  value: Number(decimalFromMinor(amount, currencyCode)),
  currency: currencyCode,
});
