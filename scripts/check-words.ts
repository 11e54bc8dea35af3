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

/** Sentences that once stood on screens and in emails, and read like a translation. */
const RETIRED: readonly string[] = [
  'Exchange for another one',
  'Way of sending',
  'Shop now with its value',
  'What comes back to you does so after your items arrived and were checked',
  'What you get comes after your items arrived and were checked',
  'You find it in your order confirmation',
  'It stands on the packing slip',
  'the reason stands beside each item',
  'Choose one to see what it comes to',
  'The sum below explains it, line by line',
  'Exchange worth (estimate)',
  'Credit to shop with',
  'What describes it best?',
  'Choose what describes it best',
  'When shall we send it?',
  'later than that, it is charged',
  'This is what your return costs you',
  'Please send the others so that they arrive by',
  'What you chose instead is on its way to you',
  'Return shipment to be made',
  'Choose what of your gift you would like to send back',
  'What you get is still to be chosen',
  'We give you a label, you print it or show its code, and hand the parcel in',
  'Your return is on its way',
  'Your new items are sent ahead, so yours have to arrive by',
  'It is charged if they do not arrive, or before the hold would end; what you do not owe comes back once they are here',
  'You gave it to the customer outside. It counts as given; nothing is moved or sent from here',
  'Stands in the portal with room for the answer. The claim waits for it',
  'Something comes back, for money or in exchange',
  'Something broke or failed, and you make it good',
  'Left to give back',
  'Given back to the original payment',
  'Back to how customers had paid',
  'Give back an unused shipping label',
  'Shop now: its value is a credit; what is left goes out as gift card',
  'Fees, shipping and goods of this claim use all of it: nothing goes out',
  'Instant exchange: the goods wanted were sent ahead',
  'Wait no longer for the return?',
  'The customer keeps what new goods were sent for',
  'The goods of this exchange were already ordered, so it can only end as one',
  'For this claim only, from now on: what is already on its way keeps the old address',
  'Claims by the week they were made in',
  'Exchange for something dearer',
  'Must be # and six hexadecimal digits',
  'Address of your logo',
  'what the portal names for questions',
  'How you call it',
  'Name of the customs signer',
  'Time to bring the goods back',
  'Stands before the number of an order of its own',
  'What is left goes out as',
  'The usual one is used unless you choose another',
  'People on the device',
  'Claims a year, about',
  'This page is opened by the link you were given',
  'I have an account already',
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
      .flatMap((line, index) => [
        ...PHRASES.filter(([phrase]) => phrase.test(line)).map(
          ([phrase, instead]) => `${path}:${index + 1}: "${phrase.exec(line)?.[0]}": write ${instead}`,
        ),
        ...RETIRED.filter((text) => line.includes(text)).map(
          (text) => `${path}:${index + 1}: "${text}" is no sentence of a native speaker: say it in another way`,
        ),
      ]),
  );
found.push(...literalTexts(), ...(await catalogProblems()));
for (const text of found) console.error(text);
if (found.length > 0) process.exit(1);
