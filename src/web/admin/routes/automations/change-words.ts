import { HOOKS, Hook } from '#core/automations/hooks.ts';
import { actionLabel } from './action-label.ts';

type FieldChange = { path: string; before: unknown; after: unknown };

const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  hook: 'Moment',
  isEnabled: 'Enabled',
  priority: 'Priority',
  type: 'Action',
  conditions: 'Conditions',
};

/** One difference between two versions of a rule, in words. */
export function changeText({ path, before, after }: FieldChange): string {
  const label = FIELDS[path] ?? wordsOf(path.replace(/^params\./, ''));
  if (path === 'conditions') return `${label}: changed`;
  return `${label}: ${valueText(path, before)} → ${valueText(path, after)}`;
}

/** "feeDisplayName" as people read it: "Fee display name". */
function wordsOf(path: string): string {
  const words = path
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, one: string, next: string) => `${one} ${next.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(path: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    const hook = path === 'hook' ? Hook.safeParse(value).data : undefined;
    if (hook) return HOOKS[hook].label;
    return path === 'type' ? actionLabel(value) : value;
  }
  return typeof value === 'number' ? String(value) : listText(value);
}

/** Lists of names, of texts or of ids. */
function listText(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const names = value.map((one: unknown) => {
    if (typeof one === 'object' && one !== null && 'name' in one) return String(one.name);
    return typeof one === 'string' ? one : JSON.stringify(one);
  });
  return names.length === 0 ? 'none' : names.join(', ');
}
