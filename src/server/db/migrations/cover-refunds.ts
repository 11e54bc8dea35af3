/** The cover that is refunded because its order was canceled before anything was sent. */
export const coverRefunds = `
-- Written together with the effect that refunds it, so that each reader of an order knows what is left of it.
alter table store_order add column cover_refund jsonb;
`;
