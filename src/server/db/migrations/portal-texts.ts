/** What stores say differently in their portal, and in other languages, text by text. */
export const portalTexts = `
create table portal_text (
  store_id integer not null references store,
  language text not null,
  text_id text not null,
  said text not null,
  changed_on timestamptz not null default now(),
  changed_by text not null,
  primary key (store_id, language, text_id)
);
alter table portal_text enable row level security;
create policy of_store on portal_text to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on portal_text to makegood_app;
create trigger audit after insert or update or delete on portal_text for each row execute function audit_change('portalText', 'text_id', 'text_id', 'language said');
`;
