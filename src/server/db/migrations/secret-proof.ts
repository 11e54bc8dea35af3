/** What this installation's secret makes of a constant, so that a start with another secret is noticed. One row at most. */
export const secretProof = `
create table secret_proof (
  is_only boolean primary key default true check (is_only),
  proof text not null
);
`;
