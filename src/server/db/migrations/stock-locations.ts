/** The platform's locations of a store when they were last asked for. */
export const stockLocations = `
alter table store add column stock_locations jsonb;
`;
