/** When a product was last read from the store platform and written, by which a sync finds those that are gone there. */
export const productWritten = `
alter table product add column written_on timestamptz not null default now();
`;
