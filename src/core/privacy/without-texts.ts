const IDS_AND_DATES = /^id$|Ids?$|From(?:Platform|Provider)$|On$|^(?:datetime|purposeKey|currencyCode)$/;

/**
 * The value with every text blanked whose place is not named, so that fields added later are erased too. Ids, dates,
 * currencies, numbers and yes-or-no stay. A place is the names on the way to it, without array positions; naming it
 * keeps all below it. Lists of blanked texts become empty.
 */
export function withoutTexts<T>(value: T, kept: ReadonlySet<string>): T {
  return blanked(value, kept, '') as T;
}

function blanked(value: unknown, kept: ReadonlySet<string>, place: string): unknown {
  if (typeof value === 'string') return '';
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.some((one) => typeof one === 'string') ? [] : value.map((one) => blanked(one, kept, place));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const there = place === '' ? name : `${place}.${name}`;
      return [name, kept.has(there) || IDS_AND_DATES.test(name) ? one : blanked(one, kept, there)];
    }),
  );
}
