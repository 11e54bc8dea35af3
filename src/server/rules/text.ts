import { parse, stringify, YAMLError } from 'yaml';
import { fileOf, readFile, type ReadFile } from '#core/automations/rules-file.ts';
import { contentHash } from '#server/db/rule-versions.ts';
import { Refusal } from '#core/refusal.ts';
import type { StoreRule } from '#core/automations/rule.ts';

export const SCHEMA_PATH = '/api/rule-set.schema.json';

/** The rules as one file that people read, change and keep beside their code. */
export function textOf(rules: readonly StoreRule[], publicUrl: string): string {
  const file = fileOf(rules, contentHash(rules));
  return `# yaml-language-server: $schema=${publicUrl}${SCHEMA_PATH}\n${stringify(file, { lineWidth: 100, aliasDuplicateObjects: false })}`;
}

/** What a file says. Refuses RULES_TEXT_INVALID with the line or the rule that is wrong. */
export function readText(text: string): ReadFile {
  const read = readFile(parsed(text));
  if ('problems' in read) throw invalid(read.problems);
  return read;
}

function parsed(text: string): unknown {
  try {
    // Aliases could make a small file a huge one.
    return parse(text, { maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof YAMLError || error instanceof ReferenceError) throw invalid([error.message]);
    throw error;
  }
}

const MOST_TOLD = 20;

const invalid = (problems: readonly string[]): Refusal =>
  new Refusal('notAllowed', 'RULES_TEXT_INVALID', problems.slice(0, MOST_TOLD).join('\n'));
