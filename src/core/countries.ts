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

export type State = { code: string; name: string };

const statesIn = (list: string): State[] =>
  list.split(',').map((one) => ({ code: one.slice(0, one.indexOf(' ')), name: one.slice(one.indexOf(' ') + 1) }));

/** States and provinces where carriers know them by their codes alone. */
const CODED_STATES: Readonly<Record<string, readonly State[]>> = {
  US: statesIn(
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
      'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,' +
      'KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,' +
      'MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,' +
      'NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,' +
      'RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,' +
      'WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa,GU Guam,' +
      'MP Northern Mariana Islands,PR Puerto Rico,VI U.S. Virgin Islands,AA Armed Forces Americas,' +
      'AE Armed Forces Europe,AP Armed Forces Pacific',
  ),
  CA: statesIn(
    'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,' +
      'NT Northwest Territories,NS Nova Scotia,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,' +
      'SK Saskatchewan,YT Yukon',
  ),
  AU: statesIn(
    'ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,' +
      'SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia',
  ),
};

/** The states to choose from in a country; none where a state is written as people like. */
export const statesOf = (countryCode: string): readonly State[] => CODED_STATES[countryCode] ?? [];

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

/** A country as people call it in a language. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(code) ?? code;

const FIRST: readonly string[] = ['US', 'CA'];

/** The countries by name, the United States and Canada first (S9.08). `nameOf` gives a code's name. */
export function countriesByName(nameOf: (code: string) => string, language = 'en'): { code: string; name: string }[] {
  const named = COUNTRY_CODES.map((code) => ({ code, name: nameOf(code) }));
  const rest = named.filter(({ code }) => !FIRST.includes(code));
  return [
    ...FIRST.flatMap((code) => named.filter((one) => one.code === code)),
    ...rest.toSorted((one, other) => one.name.localeCompare(other.name, language)),
  ];
}

/** The European Economic Area: the European Union, and Iceland, Liechtenstein and Norway. */
export const EEA: readonly string[] =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO'.split(' ');
