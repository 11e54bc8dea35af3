/** Which effect gives money back on an order just now: one at a time. */
export const refundTurns = `
create table refund_turn (
  store_id integer not null references store,
  order_id_from_platform text not null,
  effect_id bigint not null,
  held_until timestamptz not null,
  primary key (store_id, order_id_from_platform)
);
alter table refund_turn enable row level security;
create policy of_store on refund_turn to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on refund_turn to makegood_app;
`;
