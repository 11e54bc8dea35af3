/** C9.09: what the product is proved with; in a store of another currency a banner says so. */
const MAIN_CURRENCIES: readonly string[] = ['USD', 'CAD', 'GBP', 'EUR', 'AUD', 'JPY', 'NZD', 'CHF', 'MXN', 'CLP'];

export const isMainCurrency = (currencyCode: string): boolean => MAIN_CURRENCIES.includes(currencyCode);
