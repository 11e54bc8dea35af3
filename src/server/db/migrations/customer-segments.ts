/** The platform's segments of a store, and those that the buyer of an order is in, when they were last asked for. */
export const customerSegments = `
alter table store add column customer_segments jsonb;
alter table store_order add column segment_ids text[], add column segments_asked_on timestamptz;
`;
