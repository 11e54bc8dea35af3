/** From when on the refund of a withdrawal needs a look; infinity where none does. */
export const withdrawals = `
alter table claim add column withdrawal_due_from timestamptz not null default 'infinity';
create index claim_withdrawal_due on claim (store_id, withdrawal_due_from) where withdrawal_due_from < 'infinity';
`;
