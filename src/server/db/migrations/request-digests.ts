/** What a claim was asked for with: it tells the same request sent again from another one with the same key. */
export const requestDigests = `
alter table claim add column request_digest text;
alter table shipping_claim add column request_digest text;
`;
