/** Countries whose post needs a state, province or prefecture, after the address data of libaddressinput. */
const WITH_STATES: ReadonlySet<string> = new Set([
  'AE',
  'AU',
  'BR',
  'CA',
  'CN',
  'ES',
  'ID',
  'IN',
  'IT',
  'JP',
  'KR',
  'MX',
  'MY',
  'TH',
  'US',
]);

/** Whether an address in a country is not complete without its state. */
export const needsState = (countryCode: string): boolean => WITH_STATES.has(countryCode);

/** Every country and territory with a code of its own in ISO 3166-1. */
export const COUNTRY_CODES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const FIRST: readonly string[] = ['US', 'CA'];

/** The countries by name, the United States and Canada first (S9.08). `nameOf` gives a code's name. */
export function countriesByName(nameOf: (code: string) => string): { code: string; name: string }[] {
  const named = COUNTRY_CODES.map((code) => ({ code, name: nameOf(code) }));
  const rest = named.filter(({ code }) => !FIRST.includes(code));
  return [
    ...FIRST.flatMap((code) => named.filter((one) => one.code === code)),
    ...rest.toSorted((one, other) => one.name.localeCompare(other.name)),
  ];
}
