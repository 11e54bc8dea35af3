import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { ROOT } from './copy.ts';
import type { Planting } from './prove.ts';

const ROOMS = 'src/core/{claims,orders,policy,books,payments}/**/*.ts';
const isProduct = (file: string): boolean => !/\.(test|fixture)\.ts$|\/test-data\.ts$/.test(file);

type Change = { start: number; end: number; replace: string; what: string };
type Span = { start: number; end: number };

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
};
const SWAPPED_CALLS: Readonly<Record<string, string>> = {
  'Math.min': 'Math.max',
  'Math.max': 'Math.min',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
  some: 'every',
  every: 'some',
};

/** Every mistake that the rules know how to make in a text, in the order of the places. */
export function changesOf(file: string, text: string): Change[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const changes: Change[] = [];
  const of = ({ start, end }: Span): string => text.slice(start, end);
  const add = ({ start, end }: Span, replace: string, what: string): void => {
    changes.push({ start, end, replace, what });
  };
  const swapOperator = ({ left, right, operator }: ESTree.BinaryExpression | ESTree.LogicalExpression): void => {
    const swapped = SWAPPED[operator];
    const isText = [left, right].some((side) => /^['"`]/.test(of(side)) || side.type === 'TemplateLiteral');
    if (swapped === undefined || (operator === '+' && isText)) return;
    const between = of({ start: left.end, end: right.start });
    const at = left.end + between.indexOf(operator);
    add({ start: at, end: at + operator.length }, swapped, `${operator} became ${swapped}`);
  };
  new Visitor({
    BinaryExpression(node) {
      swapOperator(node);
      for (const side of [node.left, node.right])
        if (side.type === 'Literal' && typeof side.value === 'number')
          add(side, String(side.value + 1), `${side.value} became ${side.value + 1}`);
    },
    LogicalExpression: swapOperator,
    UnaryExpression(node) {
      if (node.operator === '!') add(node, of(node.argument), 'a negation was dropped');
      if (node.operator === '-') add(node, of(node.argument), 'a sign was dropped');
    },
    ConditionalExpression({ consequent, alternate }) {
      const [one, other] = [of(consequent), of(alternate)];
      const between = text.slice(consequent.end, alternate.start);
      add({ start: consequent.start, end: alternate.end }, `${other}${between}${one}`, 'the two ways were swapped');
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      const whole = SWAPPED_CALLS[of(callee)];
      if (whole !== undefined) add(callee, whole, `${of(callee)} became ${whole}`);
      const method = of(callee.property);
      const swapped = SWAPPED_CALLS[method];
      if (swapped !== undefined) add(callee.property, swapped, `${method} became ${swapped}`);
      if (method === 'filter') add({ start: callee.object.end, end: node.end }, '', 'a filter was dropped');
    },
    IfStatement(node) {
      const { alternate, consequent } = node;
      const only = consequent.type === 'BlockStatement' ? consequent.body[0] : consequent;
      if (alternate === null && (only?.type === 'ReturnStatement' || only?.type === 'ThrowStatement'))
        add(node.test, 'false', `the way out for "${of(node.test).slice(0, 60)}" was dropped`);
    },
  }).visit(program);
  return changes.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** So many of all the mistakes that can be made in the core by rule, chosen by the seed. */
export async function generate(count: number, seed: number): Promise<Planting[]> {
  const files = globSync(ROOMS, { cwd: ROOT }).filter(isProduct).toSorted();
  const all = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(ROOT, file), 'utf8');
      return changesOf(file, text).map((change) => plantingOf(file, text, change));
    }),
  );
  const drawn = shuffled(all.flat(), seed).slice(0, count);
  console.log(`${drawn.length} of ${all.flat().length} defects that the rules make in ${files.length} files`);
  return drawn.map((planting, index) => ({ ...planting, id: `G${index + 1}` }));
}

function plantingOf(file: string, text: string, { start, end, replace, what }: Change): Planting {
  const line = text.slice(0, start).split('\n').length;
  const spoilt = text.slice(0, start) + replace + text.slice(end);
  const own = file.replace(/\.ts$/, '.test.ts');
  return {
    id: '',
    what: `${file}:${line}: ${what}`,
    file,
    name: `${file}\n${spoilt}`,
    text: spoilt,
    catchers: [...(existsSync(join(ROOT, own)) ? [own] : []), dirname(file)],
    needsPostgres: false,
    missedBecause: null,
  };
}

/** Fisher and Yates, with the numbers of a seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (index + 1));
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
