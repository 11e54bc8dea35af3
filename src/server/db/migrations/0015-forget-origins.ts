/** Finds claims whose device and address have been kept long enough. They are in the order they were made in, so a rough index does. */
export const forgetOrigins = `
create index claim_origin_made on claim_origin using brin (created_on);
`;
