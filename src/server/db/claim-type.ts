import { sql, type RawBuilder } from 'kysely';
import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';

type Row = (typeof CLAIM_TYPES)[ClaimType];

/** A word of the table of types, by the type of a claim, as SQL. */
export const typeWord = (claimType: RawBuilder<unknown>, of: (row: Row) => string): RawBuilder<string> =>
  sql`case ${claimType} ${sql.join(
    ClaimType.options.map((type) => sql`when ${sql.lit(type)} then ${sql.lit(of(CLAIM_TYPES[type]))}`),
    sql` `,
  )} end`;
