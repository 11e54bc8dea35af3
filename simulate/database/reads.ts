/**
 * What the database answered, for as long as nothing it was read from may have changed. The simulator's is the only
 * connection, so the same question about the same rows at the same instant has the same answer, byte for byte.
 */
export class Reads {
  readonly #tables: readonly string[];
  readonly #named: RegExp;
  readonly #farReaching: RegExp;
  readonly #checkedAtEnd: ReadonlySet<string>;
  readonly #asked = new Map<string, Asked>();
  readonly #answers = new Map<string, { at: number; answer: Buffer }>();
  /** How often each table was written. */
  readonly #written = new Map<string, number>();

  /**
   * Names of every table there is, of whatever reads or writes more than a statement with that name in it says, and
   * of tables whose changes are checked at the end of a transaction only.
   */
  constructor(tables: readonly string[], farReaching: readonly string[], checkedAtEnd: readonly string[]) {
    this.#checkedAtEnd = new Set(checkedAtEnd);
    this.#tables = tables;
    this.#named = wordsOf(tables, 'g');
    this.#farReaching = wordsOf(farReaching);
  }

  /** What a statement does, as far as it matters here. */
  about(text: string): Asked {
    const known = this.#asked.get(text);
    if (known) return known;
    const isWrite = !BEGINS_READING.test(text) || WRITES.test(text.replaceAll(LOCKS, ''));
    const isFarReaching = this.#farReaching.test(text) || (isWrite && TAKES_ALONG.test(text));
    const named = [...new Set(text.match(this.#named))];
    const touched = isFarReaching || named.length === 0 ? this.#tables : named;
    const asked = {
      isWrite,
      isCheckedAtEnd: touched.some((table) => this.#checkedAtEnd.has(table)),
      isLasting: !isWrite && named.length > 0 && !EACH_TIME_ANOTHER.test(text),
      isOfInstant: isFarReaching || CLOCK.test(text),
      tables: touched,
    };
    this.#asked.set(text, asked);
    return asked;
  }

  /** The answer kept under the key, while it still is the answer. */
  recall(asked: Asked, key: string): Buffer | undefined {
    const kept = this.#answers.get(key);
    return kept?.at === this.#writesTo(asked) ? kept.answer : undefined;
  }

  keep(asked: Asked, key: string, answer: Buffer): void {
    if (this.#answers.size >= MOST_ANSWERS) this.#answers.clear();
    this.#answers.set(key, { at: this.#writesTo(asked), answer });
  }

  changed(tables: Iterable<string>): void {
    for (const table of tables) this.#written.set(table, (this.#written.get(table) ?? 0) + 1);
  }

  // Counts only grow, so that their sum changes with any of them.
  #writesTo({ tables }: Asked): number {
    return tables.reduce((sum, table) => sum + (this.#written.get(table) ?? 0), 0);
  }
}

export type Asked = {
  isWrite: boolean;
  /** Only the end of the transaction shows whether it is allowed. */
  isCheckedAtEnd: boolean;
  /** The answer stays the same while the tables do. */
  isLasting: boolean;
  /** The answer holds for one instant of the clock only. */
  isOfInstant: boolean;
  tables: readonly string[];
};

const MOST_ANSWERS = 500;
const BEGINS_READING = /^\s*(select|with)\b/i;
const WRITES = /\b(insert|update|delete|merge|truncate)\b/i;
const LOCKS = /\bfor\s+(no\s+key\s+)?update\b/gi;
// Rows of other tables go with rows deleted.
const TAKES_ALONG = /\b(delete|truncate|alter|drop|create)\b/i;
const CLOCK = /\bnow\(\)|\bcurrent_|\blocaltime/i;
const EACH_TIME_ANOTHER =
  /\b(nextval|setval|currval|random|gen_random_uuid|clock_timestamp|pg_\w*lock\w*|set_config)\b/i;

const wordsOf = (names: readonly string[], flags = ''): RegExp => new RegExp(`\\b(?:${names.join('|')})\\b`, flags);

/** Statements that answer with the names a `Reads` is made of. */
export const TABLES = `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
export const FAR_REACHING = `
  select proname as name from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
  union select relname from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and prosrc ~* '\\m(insert into|delete from|set)\\M'`;
export const CHECKED_AT_END = `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and (exists (select from pg_trigger where tgrelid = pg_class.oid and tgdeferrable)
      or exists (select from pg_constraint where conrelid = pg_class.oid and condeferrable))`;
