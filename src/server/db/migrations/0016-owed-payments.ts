/** Payments begun for a claim that exists: they become its own once they are made and are what it still costs the shopper. */
export const owedPayments = `
alter table customer_payment add column for_claim_id bigint;
create index customer_payment_for_claim on customer_payment (store_id, for_claim_id) where for_claim_id is not null;
`;
