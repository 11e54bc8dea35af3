/** The entries of a store by time, for sums over weeks. */
export const dashboard = `
create index journal_entry_by_time on journal_entry (store_id, booked_on);
`;
