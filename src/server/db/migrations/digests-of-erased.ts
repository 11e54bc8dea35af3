/** Erasing a customer left the digest of what their claims were asked with. */
export const digestsOfErased = `
update claim set request_digest = null where request_digest is not null and document ? 'erasedOn';
update shipping_claim set request_digest = null where request_digest is not null and document ? 'erasedOn';
`;
