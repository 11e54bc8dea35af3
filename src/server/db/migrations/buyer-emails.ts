/** Orders whose email only their customer has: they are found by it. */
export const buyerEmailKeys = `
update store_order set email_key = lower(regexp_replace(document #>> '{customer,email}', '\\s', '', 'g'))
where email_key = '' and document #>> '{customer,email}' <> '';
`;

// A generated column gets another expression only by being made again, as long as PostgreSQL 15 and 16 are supported.
export const buyerEmails = `${buyerEmailKeys}
alter table store_order drop column search_text;
alter table store_order add column search_text text not null generated always as (folded(
  order_no || ' ' || coalesce(nullif(document ->> 'email', ''), document #>> '{customer,email}', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'firstName', document -> 'shippingAddress' ->> 'firstName', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'lastName', document -> 'shippingAddress' ->> 'lastName', '') || ' ' ||
  keys_text(sku_keys) || ' ' || keys_text(tracking_keys))) stored;
create index store_order_search on store_order using gin (store_id, search_text gin_trgm_ops);
`;
