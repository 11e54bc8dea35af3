import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { LANGUAGES } from '../src/core/texts/languages.ts';
import { textProblem } from '../src/core/texts/problem.ts';

const SCREENS = 'src/web/portal/**/*.{ts,tsx}';
const CATALOGS = 'src/core/texts/catalogs';

const WORD = /\p{L}{2,}/u;
const SENTENCE = /^(?!<).*\p{L}[’',.]? \p{L}/u;
/** What people read of an element, besides what is between its tags. */
const READ = new Set(['label', 'title', 'hint', 'alt', 'placeholder', 'heading', 'aria-label', 'aria-roledescription']);
/** Lists of names for the browser. */
const NAMES = new Set(['rel', 'className', 'accept', 'allow', 'sandbox', 'autoComplete']);

/** Texts of the portal's screens that are not in the catalog. */
export const literalTexts = (): string[] =>
  globSync(SCREENS)
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
    .flatMap((file) => literalsIn(file, readFileSync(file, 'utf8')));

export function literalsIn(file: string, source: string): string[] {
  const found: string[] = [];
  // Errors of ours are for logs, and names for the browser; what is inside these is passed over.
  const passedOver: [start: number, end: number][] = [];
  const literals: { start: number; text: string }[] = [];
  const passOver = ({ start, end }: { start: number; end: number }): void => void passedOver.push([start, end]);
  const report = (start: number, text: string): void => {
    const line = source.slice(0, start).split('\n').length;
    found.push(`${file}:${line}: "${text.trim()}" is not in the catalog of texts`);
  };
  new Visitor({
    JSXText: ({ start, value }) => void (WORD.test(value) && report(start, value)),
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      if (NAMES.has(name)) passOver(node);
      const { value } = node;
      if (READ.has(name) && value?.type === 'Literal' && typeof value.value === 'string' && WORD.test(value.value))
        report(node.start, value.value);
    },
    ImportDeclaration: passOver,
    NewExpression: (node) => void (node.callee.type === 'Identifier' && node.callee.name === 'Error' && passOver(node)),
    Literal: ({ start, value }) => void (typeof value === 'string' && literals.push({ start, text: value })),
    TemplateElement: ({ start, value }) => void literals.push({ start, text: value.cooked ?? '' }),
  }).visit(parseSync(file, source).program);
  for (const { start, text } of literals)
    if (SENTENCE.test(text) && !passedOver.some(([from, to]) => from <= start && start < to)) report(start, text);
  return found;
}

/** Catalogs that lack a text, or a variable or a plural of one, and texts that can't be read. */
export async function catalogProblems(): Promise<string[]> {
  const problems: string[] = [];
  for (const file of globSync(`${CATALOGS}/en/*.ts`)) {
    const area = basename(file);
    const english = await textsOf(file);
    for (const language of Object.keys(LANGUAGES)) {
      const path = `${CATALOGS}/${language}/${area}`;
      const texts = await textsOf(path);
      for (const id of Object.keys(texts)) if (!(id in english)) problems.push(`${path}: ${id} is no text of English`);
      for (const [id, text] of Object.entries(english)) {
        const said = texts[id];
        const problem = said === undefined ? 'Missing.' : textProblem(said, { like: text, language });
        if (problem !== null) problems.push(`${path}: ${id}: ${problem}`);
      }
    }
  }
  for (const folder of globSync(`${CATALOGS}/*/start.ts`).map((file) => basename(dirname(file))))
    if (!(folder in LANGUAGES)) problems.push(`${CATALOGS}/${folder} is no language of the table`);
  return problems;
}

async function textsOf(path: string): Promise<Record<string, string>> {
  return ((await import(pathToFileURL(path).href)) as { default: Record<string, string> }).default;
}
