import { globSync, readFileSync } from 'node:fs';
import { catalogProblems, literalTexts } from './portal-texts.ts';

/** Phrases that readers stumble over, and what to write instead. CONTRIBUTING.md has the rules of style. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwhoever\b/i, 'the person: the shopper, staff, anyone who'],
  [/\banew\b/i, 'again'],
  [/\b(let|lets|letting) go of\b/i, 'release'],
  [/\bgiv(e|es|ing) [\w' ]{0,30}\bfree\b/i, 'release'],
  [/\b(is|are) told\b/i, 'is shown, is reported, is notified'],
  [/\bcomes? to it\b/i, 'the result itself'],
  [/\bbeside (it|them)\b/i, 'next to it, also'],
  [/\bcall(s|ed)? off\b/i, 'cancel'],
  [/\bstands? beside\b/i, 'is next to'],
  [/\bdone elsewhere\b|\b(settled|given) outside\b/i, 'resolved externally'],
  [/\be-mail/i, 'email'],
  [/colour|favour|behaviour|neighbour|catalogue|recognis/i, 'the American spelling'],
  [/\b(fulfilments?|labelled|cancelling)\b/i, 'the American spelling'],
];

/** A name of Shopify's API, which has its own spelling. */
const NAMES_OF_OTHERS = /\binventoryBehaviour\b/g;

/** Where a page names a test: the title follows its file. */
const TITLES_OF_TESTS = /` “[^”]+”/g;

/** Pages that quote the phrases in order to replace them. Titles of tests are free. */
const OTHER_LANGUAGES = /^src\/core\/texts\/catalogs\/(?!en\/)/;
const QUOTING: ReadonlySet<string> = new Set(['scripts/check-words.ts', 'CONTRIBUTING.md', 'GLOSSARY.md']);

const FILES = ['{src,e2e,simulate,scripts,bench}/**/*.{ts,tsx,css,html}', '*.md', 'docs/**/*.md'];

const found = globSync(FILES)
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !QUOTING.has(path) && !OTHER_LANGUAGES.test(path) && !/\.(test|spec)\.tsx?$/.test(path))
  .flatMap((path) =>
    readFileSync(path, 'utf8')
      .replaceAll(NAMES_OF_OTHERS, '')
      .replaceAll(TITLES_OF_TESTS, '`')
      .split('\n')
      .flatMap((line, index) =>
        PHRASES.filter(([phrase]) => phrase.test(line)).map(
          ([phrase, instead]) => `${path}:${index + 1}: "${phrase.exec(line)?.[0]}": write ${instead}`,
        ),
      ),
  );
found.push(...literalTexts(), ...(await catalogProblems()));
for (const text of found) console.error(text);
if (found.length > 0) process.exit(1);
