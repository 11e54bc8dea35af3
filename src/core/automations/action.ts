import type { z } from 'zod';
import type { Condition } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';

/** A rule that matched, with the parameters of its action. */
export type Match<Params> = { ruleId: number; params: Params };
type Matches<Params> = readonly [Match<Params>, ...Match<Params>[]];

/** Names of things that parameters refer to by id, and amounts in words, for the summaries of rules. */
export type Words = {
  money(amount: number): string;
  productGroup(id: number): string;
  returnLocation(id: number): string;
  fulfillmentLocation(idFromPlatform: string): string;
  customField(id: number): string;
  shipRate(id: number): string;
};

/** What parameters refer to by id or name; deleting any of it is refused while a rule does. */
export type References = {
  productGroups?: readonly number[];
  returnLocations?: readonly number[];
  /** By the platform's ids. */
  fulfillmentLocations?: readonly string[];
  customFields?: readonly number[];
  claimTags?: readonly string[];
  shipRates?: readonly number[];
};

/** What an action is, whatever its parameters. */
type Traits = {
  label: string;
  description: string;
  /** The first is the default. */
  hooks: readonly [Hook, ...Hook[]];
  /**
   * It acts on each line that matches. Otherwise it acts once: when any line that is not canceled matches, or with
   * `needsEveryLine` when every one does.
   */
  perLine: boolean;
  needsEveryLine?: true;
  /** What a new rule begins with; what people have to choose is still missing. */
  initial: unknown;
};

type Definition<Params extends z.ZodType<object>, Outcome> = Traits & {
  params: Params;
  /** The parameters that shoppers read, which the store may say in other languages. */
  shopperTexts?: readonly (keyof z.output<Params> & string)[];
  /** What the rule does, a sentence for each part. */
  summary(params: z.output<Params>, words: Words): readonly string[];
  references?(params: z.output<Params>): References;
  /** Conditions that the parameters bring with them and that cannot be taken away; they must all hold. */
  requiredConditions?(params: z.output<Params>): readonly Condition[];
  /** The parts of the outcome that the first matching rule decides alone. Left out where every rule counts. */
  parts?(params: z.output<Params>): readonly string[];
  /** What does not fit the moment at which the rule runs, by parameter. */
  problemsAt?(params: z.output<Params>, hook: Hook): readonly { path: string; message: string }[];
  /** What the matches come to, in the order in which the rules run. */
  combine(matches: Matches<z.output<Params>>): Outcome;
};

/** Something a rule can do. Its functions take only parameters that its own `read` returned. */
export type Action<Outcome> = Traits & {
  params: z.ZodType<object>;
  shopperTexts?: readonly string[];
  /** What the parameters are, or why they are none of this action. */
  read(params: unknown): { data: object; problems: [] } | { data: null; problems: readonly ParamsProblem[] };
  summary(params: unknown, words: Words): readonly string[];
  references(params: unknown): References;
  requiredConditions(params: unknown): readonly Condition[];
  parts(params: unknown): readonly string[];
  problemsAt(params: unknown, hook: Hook): readonly { path: string; message: string }[];
  /** What several matching rules come to, in their order; null without one. */
  outcome(matches: readonly Match<unknown>[]): Outcome | null;
};

type ParamsProblem = { path: (string | number)[]; message: string };

export function action<Params extends z.ZodType<object>, Outcome>(
  definition: Definition<Params, Outcome>,
): Action<Outcome> {
  const parsed = new WeakSet<object>();
  const isParsed = (params: unknown): params is z.output<Params> =>
    typeof params === 'object' && params !== null && parsed.has(params);
  const own = (params: unknown): z.output<Params> => {
    if (!isParsed(params)) throw new Error(`the parameters of ${definition.label} were not read`);
    return params;
  };
  return {
    ...definition,
    read(params) {
      const { success, data, error } = definition.params.safeParse(params);
      if (!success) return { data: null, problems: error.issues.map(problemOf) };
      parsed.add(data);
      return { data, problems: [] };
    },
    summary: (params, words) => definition.summary(own(params), words),
    references: (params) => definition.references?.(own(params)) ?? {},
    requiredConditions: (params) => definition.requiredConditions?.(own(params)) ?? [],
    parts: (params) => definition.parts?.(own(params)) ?? [],
    problemsAt: (params, hook) => definition.problemsAt?.(own(params), hook) ?? [],
    outcome(matches) {
      const [first, ...rest] = matches.map(({ ruleId, params }) => ({ ruleId, params: own(params) }));
      return first ? definition.combine([first, ...rest]) : null;
    },
  };
}

const problemOf = ({ path, message }: z.core.$ZodIssue): ParamsProblem => ({
  path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
  message,
});

/** An action of which the first rule that matches decides the whole outcome. */
export const firstWinsAction = <Params extends z.ZodType<object>>(
  definition: Omit<Definition<Params, Match<z.output<Params>>>, 'parts' | 'combine'>,
): Action<Match<z.output<Params>>> => action({ ...definition, parts: () => ['all'], combine: ([first]) => first });

/** All of them, in order. */
export const allInOrder = <Params>(matches: Matches<Params>): readonly Match<Params>[] => matches;

export const union = <T>(lists: readonly (readonly T[])[]): T[] => [...new Set(lists.flat())];
