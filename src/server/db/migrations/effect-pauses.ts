/** After a lost answer, its partner is asked no sooner than then, by hand neither. */
export const effectPauses = `
alter table effect add column not_before timestamptz;
`;
