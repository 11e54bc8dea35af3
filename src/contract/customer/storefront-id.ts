/** The element of the portal's page that holds what `storefront` answers, so that no call is needed for it. */
export const STOREFRONT_ID = 'storefront';
