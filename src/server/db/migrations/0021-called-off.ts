/** Steps that nobody wants any more end by themselves, with the reason why. */
export const calledOff = `
alter table effect drop constraint effect_state_check;
alter table effect add constraint effect_state_check
  check (state in ('waiting', 'running', 'done', 'failed', 'doneElsewhere', 'calledOff'));
`;
