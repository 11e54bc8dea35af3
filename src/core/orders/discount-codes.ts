/** On orders that issue a gift card, so that bookkeepers know that nobody paid. */
export const GIFT_CARD_DISCOUNT = 'crew-discount';

/** On orders that send the goods of an exchange, before the number of the first order. */
export const EXCHANGE_DISCOUNT = 'EXCHANGE-';
