import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Told of a run as it happens, a line each: what it is about to walk, and how each journey ended. */
export type Entry =
  | { kind: 'planned'; journeys: string[] }
  | { kind: 'ended'; journey: string; title: string; isPassed: boolean; why: string };

/** Where it is written, by the environment. */
export const JOURNAL = 'E2E_JOURNAL';

/** A journey as Playwright takes it for an argument; those that one line makes go together. */
const placeOf = ({ location: { file, line } }: TestCase): string => `${path.relative(process.cwd(), file)}:${line}`;

export default class Journal implements Reporter {
  readonly #file = process.env[JOURNAL];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#write({ kind: 'planned', journeys: [...new Set(suite.allTests().map(placeOf))] });
  }

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    const isPassed = status === test.expectedStatus || status === 'skipped';
    const why = errors.map(({ message, snippet }) => [message, snippet].filter(Boolean).join('\n')).join('\n');
    this.#write({
      kind: 'ended',
      journey: placeOf(test),
      title: test.title,
      isPassed,
      why: stripVTControlCharacters(why),
    });
  }

  #write(entry: Entry): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }
}
