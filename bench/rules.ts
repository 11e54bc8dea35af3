import { ZenEngine } from '@gorules/zen-engine';
import { Engine } from 'json-rules-engine';
import { applyFee } from '#core/automations/actions/apply-fee.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Facts } from '#core/automations/facts.ts';
import { checkRule, type RunnableRule, type StoreRule } from '#core/automations/rule.ts';
import { compileRules, type RuleSet } from '#core/automations/rule-set.ts';
import { differencesOf } from '#core/back-test/differences.ts';
import type { PastClaim } from '#core/back-test/past-claim.ts';
import { replay, replaying } from '#core/back-test/replay.ts';
import { NOTHING_TALLIED, tallied, type Tally } from '#core/back-test/tally.ts';
import { claimOf, lineOf, orderOf, selectionOf } from '#core/claims/test-data.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';

// Evaluations per second of a rule set, beside code written from the same rules and two engines by others.
const RUNS = 5;
const MILLISECONDS = 1000;
const RULES = 100;
const CONDITIONS = 5;
const HOOK = 'beforeClaimSubmission';

/** The same numbers in every run and for every engine. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TAGS = ['vip', 'wholesale', 'final sale', 'employee', 'subscriber', 'new', 'outlet', 'preorder'];
const COUNTRIES = ['US', 'CA', 'DE', 'FR', 'GB', 'JP', 'AU', 'NL'];
const AMONG = { 'customer/tags': TAGS, 'product/tagsAtPurchase': TAGS, 'order/country': COUNTRIES } as const;
const BELOW = {
  'order/total': 500,
  'order/daysSinceCreated': 120,
  'claim/lineItemTotal': 200,
  'claim/quantity': 5,
  'customer/returnsLastYear': 10,
  'claim/total': 400,
} as const;
const GIFT = 'claim/isGiftReturn';

type Random = (below: number) => number;
const pick = <T>(random: Random, from: readonly [T, ...T[]] | readonly T[]): T => {
  const one = from[random(from.length)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
};

function conditionOf(random: Random): Condition {
  const kind = random(10);
  if (kind === 0) return { fact: GIFT, operator: pick(random, ['equal', 'notEqual'] as const), value: true };
  if (kind < 4) {
    const fact = pick(random, Object.keys(AMONG) as (keyof typeof AMONG)[]);
    return {
      fact,
      operator: pick(random, ['in', 'notIn'] as const),
      value: [pick(random, AMONG[fact]), pick(random, AMONG[fact])],
    };
  }
  const fact = pick(random, Object.keys(BELOW) as (keyof typeof BELOW)[]);
  return { fact, operator: pick(random, ['lessThan', 'greaterThan'] as const), value: random(BELOW[fact]) };
}

function storeRules(count: number): StoreRule[] {
  const random = randomOf(7);
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Rule ${index + 1}`,
    hook: HOOK,
    isEnabled: true,
    createdOn: '2026-01-01T00:00:00.000Z',
    rule: {
      priority: index + 1,
      event: { type: 'applyFee', params: { feeAmount: 1, feeType: 'fixed', feeDisplayName: 'Fee' } },
      conditions: { all: Array.from({ length: CONDITIONS }, () => conditionOf(random)) },
    },
  }));
}

function factsOf(random: Random): Facts {
  const known: Record<string, number | boolean | readonly string[]> = { [GIFT]: random(2) === 1 };
  for (const [fact, below] of Object.entries(BELOW)) known[fact] = random(below);
  for (const [fact, values] of Object.entries(AMONG)) known[fact] = [pick<string>(random, values)];
  return known;
}

const runnable = (rules: readonly StoreRule[]): RunnableRule[] =>
  rules.map((rule) => {
    const checked = checkRule(rule);
    if ('problems' in checked) throw new Error(checked.problems.join(' '));
    return checked.rule;
  });

/** The rules as a programmer would write them, one expression each. */
function generatedCode(rules: readonly StoreRule[]): (facts: Facts) => number {
  const textOf = ({ fact, operator, value }: Condition): string => {
    const known = `f[${JSON.stringify(fact)}]`;
    if (operator === 'equal') return `${known}===${JSON.stringify(value)}`;
    if (operator === 'notEqual') return `${known}!==${JSON.stringify(value)}`;
    if (operator === 'lessThan') return `${known}<${JSON.stringify(value)}`;
    if (operator === 'greaterThan') return `${known}>${JSON.stringify(value)}`;
    const isAny = `(${(value as string[]).map((one) => `${known}.includes(${JSON.stringify(one)})`).join('||')})`;
    return operator === 'in' ? isAny : `!${isAny}`;
  };
  const tests = rules.map(({ id, rule: { conditions } }) => {
    const list = 'all' in conditions ? conditions.all : [];
    return `if(${list.map(textOf).join('&&')}){count++;if(first===0)first=${id};}`;
  });
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the floor: what no rule engine that people can change may do
  return new Function('f', `let count=0,first=0;${tests.join('')}return first;`) as (facts: Facts) => number;
}

type Work = { what: string; once: (facts: Facts) => number | Promise<number> };

async function perSecond({ once }: Work, asked: readonly Facts[]): Promise<{ rate: number; p99: number }> {
  const took: number[] = [];
  let count = 0;
  const began = performance.now();
  while (performance.now() - began < MILLISECONDS) {
    const from = performance.now();
    for (const facts of asked) {
      const answer = once(facts);
      if (typeof answer !== 'number') await answer;
    }
    took.push(((performance.now() - from) / asked.length) * 1000);
    count += asked.length;
  }
  const rate = (count * 1000) / (performance.now() - began);
  return { rate, p99: took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0 };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

function ours(rules: readonly StoreRule[]): { plain: Work; withReceipt: Work } {
  const set = compileRules(runnable(rules), 'bench');
  const ask = (facts: Facts) => set.ask(HOOK, [{ subject: 'claim', facts }]);
  return {
    plain: { what: 'ours', once: (facts) => ask(facts).of(applyFee)?.ruleId ?? 0 },
    withReceipt: {
      what: 'ours, with receipts',
      once(facts) {
        const decision = ask(facts);
        return decision.receipt().subjects.length === 1 ? (decision.of(applyFee)?.ruleId ?? 0) : -1;
      },
    },
  };
}

function jsonRulesEngine(rules: readonly StoreRule[]): Work {
  const engine = new Engine();
  for (const { id, rule } of rules) {
    const list = 'all' in rule.conditions ? rule.conditions.all : [];
    engine.addRule({
      // It runs the highest priority first.
      priority: rules.length + 1 - rule.priority,
      conditions: { all: list.map(({ fact, operator, value }) => ({ fact, operator: operatorOf(operator), value })) },
      event: { type: String(id) },
    });
  }
  // Its "in" takes no lists, so the lists get an operator of their own.
  engine.addOperator('anyIn', (known: string[], value: string[]) => known.some((one) => value.includes(one)));
  engine.addOperator('noneIn', (known: string[], value: string[]) => !known.some((one) => value.includes(one)));
  return {
    what: 'json-rules-engine',
    once: async (facts) => {
      const { events } = await engine.run({ ...facts });
      return Number(events[0]?.type ?? 0);
    },
  };
}
const operatorOf = (operator: string): string =>
  operator === 'in' ? 'anyIn' : operator === 'notIn' ? 'noneIn' : operator;

function zenEngine(rules: readonly StoreRule[]): Work {
  const name = (fact: string): string => fact.replace('/', '_');
  const cell = ({ fact, operator, value }: Condition): string => {
    if (operator === 'equal' || operator === 'notEqual')
      return `${name(fact)} ${operator === 'equal' ? '==' : '!='} ${JSON.stringify(value)}`;
    if (operator === 'lessThan' || operator === 'greaterThan')
      return `${name(fact)} ${operator === 'lessThan' ? '<' : '>'} ${JSON.stringify(value)}`;
    const isAny = `some(${name(fact)}, # in ${JSON.stringify(value)})`;
    return operator === 'in' ? isAny : `not (${isAny})`;
  };
  const content = {
    nodes: [
      { id: 'in', name: 'in', type: 'inputNode', position: { x: 0, y: 0 } },
      {
        id: 'table',
        name: 'table',
        type: 'decisionTableNode',
        position: { x: 0, y: 0 },
        content: {
          hitPolicy: 'first',
          inputs: [{ id: 'all', name: 'all', type: 'expression' }],
          outputs: [{ id: 'rule', name: 'rule', field: 'rule', type: 'expression' }],
          rules: rules.map(({ id, rule: { conditions } }) => ({
            _id: String(id),
            all: ('all' in conditions ? conditions.all : []).map(cell).join(' and '),
            rule: String(id),
          })),
        },
      },
      { id: 'out', name: 'out', type: 'outputNode', position: { x: 0, y: 0 } },
    ],
    edges: [
      { id: 'a', sourceId: 'in', targetId: 'table', type: 'edge' },
      { id: 'b', sourceId: 'table', targetId: 'out', type: 'edge' },
    ],
  };
  const decision = new ZenEngine().createDecision(Buffer.from(JSON.stringify(content)));
  return {
    what: '@gorules/zen-engine',
    once: async (facts) => {
      const known = Object.fromEntries(Object.entries(facts).map(([fact, value]) => [name(fact), value]));
      const { result } = await decision.evaluate(known);
      return Number((result as { rule?: number } | null)?.rule ?? 0);
    },
  };
}

/** Prints what 100 rules take, and how it grows from 1 to 10,000. */
export async function measureRules(): Promise<void> {
  const random = randomOf(11);
  const asked = Array.from({ length: 64 }, () => factsOf(random));
  const rules = storeRules(RULES);
  const floor = generatedCode(rules);
  const { plain, withReceipt } = ours(rules);
  const works: Work[] = [
    { what: 'generated code (floor)', once: floor },
    plain,
    withReceipt,
    jsonRulesEngine(rules),
    zenEngine(rules),
  ];
  for (const { what, once } of works)
    for (const facts of asked) {
      const answer = await once(facts);
      if (answer !== floor(facts)) throw new Error(`${what} finds rule ${answer} and not ${floor(facts)}`);
    }
  const turns: { rate: number; p99: number }[][] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const turn: { rate: number; p99: number }[] = [];
    for (const work of works) turn.push(await perSecond(work, asked));
    turns.push(turn);
  }
  console.log(`${RULES} rules of ${CONDITIONS} conditions over 10 facts; median of ${RUNS} interleaved runs`);
  const rateOf = (place: number): number => median(turns.map((turn) => turn[place]?.rate ?? 0));
  works.forEach(({ what }, place) => {
    const p99 = median(turns.map((turn) => turn[place]?.p99 ?? 0));
    const share = (rateOf(place) / rateOf(0)).toFixed(3);
    console.log(
      `${what}: ${Math.round(rateOf(place)).toLocaleString('en-US')} a second, p99 ${p99.toFixed(1)} µs, ${share} of the floor`,
    );
  });
  for (const count of [1, 10, 100, 1000, 10_000]) {
    const { plain: small, withReceipt: told } = ours(storeRules(count));
    for (const facts of asked) await told.once(facts);
    const [fast, slow] = [await perSecond(small, asked), await perSecond(told, asked)];
    console.log(
      `${count} rules: ${(1e6 / fast.rate).toFixed(2)} µs, with receipts ${(1e6 / slow.rate).toFixed(1)} µs an evaluation`,
    );
  }
}

const CLAIMS = 100_000;
const DIFFERENT_CLAIMS = 200;

/** Claims of one to three items, as they were made under the live rules. */
function pastClaims(live: RuleSet): PastClaim[] {
  const random = randomOf(13);
  return Array.from({ length: DIFFERENT_CLAIMS }, (_, index): PastClaim => {
    const lines = Array.from({ length: 1 + random(3) }, (_line, place) =>
      lineOf({ idFromPlatform: `${index}-${place}`, productTags: [pick(random, TAGS)] }),
    );
    const order = orderOf(lines, {
      tags: [pick(random, TAGS)],
      customer: { idFromPlatform: String(index), firstName: '', lastName: '', email: '', tags: [pick(random, TAGS)] },
    });
    const selections = lines.map(({ idFromPlatform }) =>
      selectionOf({ lineIdFromPlatform: idFromPlatform, method: pick(random, ['refund', 'giftCard'] as const) }),
    );
    const made: PastClaim = {
      claim: claimOf(order, { selections }),
      order,
      receipts: [],
      settings: storeSettingsOf(),
      means: { canTakeCards: true, canMakeLabels: true },
      storeCurrencyCode: 'USD',
      timeZone: 'America/New_York',
      products: new Map(),
      fields: [],
      returnsLastYear: random(10),
      warrantiesLastYear: 0,
      segmentIds: null,
      registrations: [],
    };
    return { ...made, receipts: replay(made, live).receipts() };
  });
}

/** Prints what replaying 100,000 claims under a draft takes, without reading them from the database. */
export function measureBackTest(): void {
  const rules = storeRules(RULES);
  const dearer = { type: 'applyFee', params: { feeAmount: 2, feeType: 'fixed', feeDisplayName: 'Fee' } } as const;
  const draft = rules.map((one, index) => (index % 3 === 0 ? { ...one, rule: { ...one.rule, event: dearer } } : one));
  const live = compileRules(runnable(rules), 'live');
  const changed = compileRules(runnable(draft), 'draft');
  const claims = pastClaims(live);
  const run = (): Tally => {
    let tally = NOTHING_TALLIED;
    for (let place = 0; place < CLAIMS; place += 1) {
      const past = claims[place % claims.length];
      if (!past) throw new Error('there is no claim');
      const under = replaying(past);
      const [before, after] = [under(live), under(changed)];
      const differences = differencesOf(before, after);
      tally = tallied(tally, { currencyCode: 'USD', differences, before: before.lines, after: after.lines });
    }
    return tally;
  };
  const seconds = [];
  let changes = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    const from = performance.now();
    changes = run().changed;
    seconds.push((performance.now() - from) / 1000);
  }
  console.log(
    `${CLAIMS.toLocaleString('en-US')} claims replayed under ${RULES} live rules and a draft, facts included: ${median(seconds).toFixed(1)} s, ${changes.toLocaleString('en-US')} come out differently`,
  );
}
