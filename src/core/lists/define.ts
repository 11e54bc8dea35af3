import { z } from 'zod';
import { DateFilter } from '#core/lists/date-filter.ts';

export type FilterOption = { value: string; label: string };
/** Options that are the store's or the provider's own, asked for when the list is opened. */
export type OwnOptions = 'tags' | 'salesChannels' | 'reasons' | 'actors' | 'changes' | 'stores' | 'holders';

/** What a filter looks at: values computed from a row and kept in its index, or a column of the table. */
type LooksAt<Fact> = ((fact: Fact) => readonly string[]) | { column: string };

export const multiselect = <Fact = never>(
  label: string,
  options: readonly FilterOption[] | OwnOptions,
  at: LooksAt<Fact>,
) => ({ kind: 'multiselect' as const, label, options, at, value: some(choiceOf(options)) });

const Choice = z.string().min(1).max(128);
const some = (choice: z.ZodString) => z.array(choice).min(1).max(100);
/** Choices of whatever options. */
export const ANY_CHOICE = some(Choice);

/** Own options come and go. An unknown built-in option would silently find nothing, so it is refused. */
function choiceOf(options: readonly FilterOption[] | OwnOptions): z.ZodString {
  if (typeof options === 'string') return Choice;
  const values = options.map((option) => option.value);
  return Choice.refine((value) => values.includes(value), `Must be one of ${values.join(', ')}`);
}

export const boolean = <Fact = never>(label: string, is: ((fact: Fact) => boolean) | { column: string }) => ({
  kind: 'boolean' as const,
  label,
  at: typeof is === 'function' ? (fact: Fact): readonly string[] => [String(is(fact))] : is,
  value: z.boolean(),
});

/** Becomes true of a row as time goes by, at the instant in a column; no value of it is kept. */
export const due = (label: string, column: string) => ({
  kind: 'boolean' as const,
  label,
  at: { dueOn: column },
  value: z.boolean(),
});

export const date = (label: string, column: string) => ({
  kind: 'date' as const,
  label,
  at: { column },
  value: DateFilter,
});

/** Of a column that holds days, each as its midnight in UTC. */
export const day = (label: string, column: string) => ({ ...date(label, column), isOfDays: true as const });

type Finds = (fact: never) => readonly string[];
/** A filter of any list. */
export type Filter = { label: string } & (
  | {
      kind: 'multiselect';
      options: readonly FilterOption[] | OwnOptions;
      at: Finds | { column: string };
      value: z.ZodArray<z.ZodString>;
    }
  | { kind: 'boolean'; at: Finds | { column: string } | { dueOn: string }; value: z.ZodBoolean }
  | { kind: 'date'; at: { column: string }; value: typeof DateFilter; isOfDays?: true }
);
export type Filters = Readonly<Record<string, Filter>>;

/** A column of a list that shows its table as it is. */
export type ListColumn = {
  title: string;
  column: string;
  kind: 'text' | 'number' | 'date';
  /** What people read instead of a value. */
  words?: Readonly<Record<string, string>>;
  /** Shown to those who choose it. */
  isExtra?: true;
};

/** What the CSV file of a list can have of a row, each by the column's id. */
export type ReportColumns<Row> = Readonly<Record<string, { label: string; of: (row: Row) => string | number }>>;

/**
 * A list of the store: a table narrowed by filters and words, sorted by creation time, in pages, with saved views and
 * an export. Forms, the address bar, saved views and requests use the filters' ids.
 */
/** A view that every list of its kind begins with. It can't be changed or deleted. */
export type SystemView = { name: string; filters: Readonly<Record<string, boolean | readonly string[]>> };

export type ListDefinition<Its extends Filters = Filters> = {
  title: string;
  /** What the table on its page is called, where that is not the title. */
  tableLabel?: string;
  noun: string;
  nouns: string;
  /** Its page in the back office: `/{storeId}/{path}`. */
  path: string;
  /** What people read where it has no rows at all. */
  empty: string;
  /** Only admins open and export it; everyone who works on claims where left out. */
  isForAdmins?: true;
  table: string;
  id: string;
  createdOn: string;
  /** The rows of the table that are of this list, by column. */
  within: Readonly<Record<string, string>>;
  /** Where words are looked for: in the index of claims or orders, or in columns; and in what, in words for people. */
  words: 'claimIndex' | 'orderIndex' | readonly string[];
  searched: string;
  /** The same in the few words that a closed field has room for. */
  searchHint: string;
  filters: Its;
  /** Offered beside everything, in this order; none when left out. */
  views?: readonly SystemView[];
  /** What it shows; null where it has rows of its own shape in the API. */
  columns: Readonly<Record<string, ListColumn>> | null;
  /** The columns of its export. */
  report: ReportColumns<never>;
};

export const defineList = <Its extends Filters>(list: ListDefinition<Its>): ListDefinition<Its> => list;
