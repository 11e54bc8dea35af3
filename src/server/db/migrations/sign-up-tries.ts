/** Requests for an invitation are taken one by one and tried again later and later, as webhooks are. */
export const signUpTries = `
alter table sign_up
  add column attempts integer not null default 0,
  -- While one is being mailed, when another may try. Null: mailed, or given up.
  add column next_try_on timestamptz default now();
update sign_up set next_try_on = null where mailed_on is not null;
drop index sign_up_to_mail;
create index sign_up_due on sign_up (next_try_on, sign_up_id) where next_try_on is not null;
`;
