// Directions between folders, purity of core, and no cycles between files: what docs/decisions/0001 promises.
import { existsSync, readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folder -> our folders it may import in addition to itself. The first rule with a matching prefix counts. */
const ALLOWED: readonly (readonly [prefix: string, allowed: readonly string[]])[] = [
  ['src/core/', []],
  ['src/contract/', ['src/core/']],
  ['src/partners/', ['src/core/']],
  [
    'src/server/',
    [
      'src/core/',
      'src/contract/',
      'src/partners/ports.ts',
      'src/partners/registry.ts',
      'src/partners/files/',
      'src/partners/documents/',
    ],
  ],
  ['src/web/ui/', ['src/core/', 'src/contract/']],
  ['src/web/admin/', ['src/core/', 'src/contract/', 'src/web/ui/']],
  ['src/web/portal/', ['src/core/', 'src/contract/', 'src/web/ui/']],
  ['src/web/widget/', ['src/core/']],
  ['src/sandbox/', []],
  // It judges the product: what it shared with it would be wrong on both sides.
  ['simulate/oracle/', []],
];
/** What only these may import, beside itself: others read what is made of it. */
const GUARDED: readonly (readonly [prefix: string, importers: readonly string[]])[] = [
  [
    'src/core/settings/',
    [
      'src/core/policy/',
      'src/contract/merchant/settings.ts',
      'src/server/db/settings.ts',
      'src/server/merchant/settings.ts',
      'src/server/merchant/reasons.ts',
      'src/web/admin/routes/settings/',
    ],
  ],
];
/** Tests may start anything of ours: they prove the parts together. */
const isTest = (file: string): boolean => /\.(test|fixture)\.tsx?$|\/testing\/|^src\/start|\/conformance\//.test(file);
/** Depends on how the database's driver is made inside. */
const INSIDE_THE_DRIVER = 'src/server/db/exchange.ts';
const PURE_PACKAGES = new Set(['zod', '@messageformat/parser']);
const IMPURE = /\b(process\.|Date\.now\(|new Date\(\)|Math\.random\(|fetch\(|globalThis\.crypto|crypto\.random)/;

/**
 * The one place that changes claims, the two files that write what it decided, and a column of lists that a registration
 * made later sets.
 */
const DOOR = 'src/server/claims/change.ts';
const CLAIM_WRITERS = new Set([
  'src/server/db/claims.ts',
  'src/server/db/new-claim.ts',
  'src/server/db/migrations/digests-of-erased.ts',
  'src/server/db/migrations/imports.ts',
]);
const OF_THE_DOOR = /\b(saveClaim|insertClaim)\b/;
const WRITES_CLAIMS = /\b(updateTable|insertInto|deleteFrom)\('claim'\)|\b(update|insert into|delete from) claim\b/;

const files = globSync(['src/**/*.{ts,tsx}', 'simulate/oracle/*.ts'], { cwd: root }).sort();
const problems: string[] = [];
const edges = new Map<string, string[]>();

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  const targets: string[] = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(?:import|export)[^'"\n;]*?(?:\{[^}]*\}[^'"\n]*?)?from\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g,
  )) {
    const specifier = match[1] ?? match[2] ?? '';
    const target = resolve(file, specifier);
    if (target === null) {
      if (specifier.startsWith('pg/') && file !== INSIDE_THE_DRIVER)
        problems.push(`${file}: only ${INSIDE_THE_DRIVER} may reach into the driver, with ${specifier}`);
      if (file.startsWith('src/core/') && !isTest(file) && !PURE_PACKAGES.has(specifier))
        problems.push(`${file}: core may import ${[...PURE_PACKAGES].join(' and ')} only, not ${specifier}`);
      continue;
    }
    targets.push(target);
    const guard = GUARDED.find(([prefix]) => target.startsWith(prefix) && !file.startsWith(prefix));
    if (guard && !isTest(file) && !isTest(target) && !guard[1].some((importer) => file.startsWith(importer)))
      problems.push(`${file}: only ${guard[1].join(', ')} may import ${target}; ask the policy`);
    const rule = ALLOWED.find(([prefix]) => file.startsWith(prefix));
    if (
      rule &&
      !isTest(file) &&
      !target.startsWith(rule[0]) &&
      !rule[1].some((allowed) => target.startsWith(allowed))
    ) {
      problems.push(`${file}: ${rule[0]} may not import ${target}`);
    }
  }
  edges.set(file, targets);
  if (file.startsWith('src/server/') && !isTest(file) && !CLAIM_WRITERS.has(file)) {
    const writing = WRITES_CLAIMS.exec(text) ?? (file === DOOR ? null : OF_THE_DOOR.exec(text));
    if (writing) problems.push(`${file}: claims are changed by ${DOOR} alone, but here is ${writing[0]}`);
  }
  if (file.startsWith('src/core/') && !isTest(file)) {
    const impure = IMPURE.exec(text);
    if (impure) problems.push(`${file}: core is pure, but here is ${impure[0]}`);
  }
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(from), specifier)).replaceAll('\\', '/');
  return null;
}

const state = new Map<string, 'open' | 'done'>();
function visit(file: string, path: readonly string[]): void {
  if (state.get(file) === 'done') return;
  if (state.get(file) === 'open') {
    problems.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`);
    return;
  }
  state.set(file, 'open');
  for (const target of edges.get(file) ?? []) if (edges.has(target)) visit(target, [...path, file]);
  state.set(file, 'done');
}
for (const file of files) visit(file, []);

// What these pages say is only as proven as the tests that they name.
const SPECIFICATION_PAGE = 'docs/specification.md';
const FINDINGS_PAGE = 'docs/findings.md';
for (const page of ['docs/security.md', SPECIFICATION_PAGE, FINDINGS_PAGE]) {
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`]+\.(?:test|spec)\.ts)`((?:,? “[^”]+”)+)/g)];
  for (const [, file = '', titles = ''] of named) {
    const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g))
      if (!text.includes(title)) problems.push(`${page}: there is no test “${title}” in ${file}`);
  }
  if (named.length === 0) problems.push(`${page} names no test`);
}

// What was found is shown to be mended, or the row says why it needs no mending or what is missing.
for (const line of readFileSync(join(root, FINDINGS_PAGE), 'utf8').split('\n')) {
  const [, found = '', shown = ''] = line.split(/(?<!\\)\|/);
  if (!line.startsWith('| ') || found.trim() === 'Found') continue;
  if (!/“|^ (?:No fault|Not mended|Not shown)\b/.test(shown))
    problems.push(`${FINDINGS_PAGE}: nothing shows ${found.trim()}`);
}

// A statement is shown, or not built; each row of those that are shown names a test.
const stated = new Set<string>();
for (const line of readFileSync(join(root, SPECIFICATION_PAGE), 'utf8').split('\n')) {
  const isRow = /^\| [CRS]\d/.test(line);
  if (!isRow && !line.startsWith('**')) continue;
  if (isRow && !line.includes('“')) problems.push(`${SPECIFICATION_PAGE}: no test shows ${line}`);
  for (const id of statementsIn(isRow ? (line.split('|')[1] ?? '') : line)) {
    if (stated.has(id)) problems.push(`${SPECIFICATION_PAGE}: ${id} stands in two places`);
    stated.add(id);
  }
}

/** The statements that a text names, those between the ends of a span among them. */
function statementsIn(text: string): string[] {
  return [...text.matchAll(/([CRS]\d\.)(\d\d)(?: to \1(\d\d))?/g)].flatMap(([, area = '', from = '', to = from]) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, at) => `${area}${String(Number(from) + at).padStart(2, '0')}`,
    ),
  );
}

if (files.length === 0) problems.push('no files were found to check');
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`structure: ${files.length} files, directions and purity hold, no cycles`);
