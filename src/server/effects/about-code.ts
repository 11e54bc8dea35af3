/** What the code of a gift card is sealed for: the emails of one claim. */
export const aboutCode = (storeId: number, claimExternalId: string): string =>
  `${storeId}/giftCardCode/${claimExternalId}`;
