/** `frozen`: the shop owes its platform money, which answers nothing until that is paid. */
export type FaultMode =
  | 'fail'
  | 'delay'
  | 'repeat'
  | 'drop'
  | 'dropAnswer'
  | 'reorder'
  | 'throttle'
  | 'internalError'
  | 'frozen';

/** `match` is an operation name, a root field or 'webhook'; `times` counts down, and `ms` is for delays. */
export type Fault = { shop: string | null; match: string; mode: FaultMode; times: number; ms: number };

const MODES: readonly string[] = [
  'fail',
  'delay',
  'repeat',
  'drop',
  'dropAnswer',
  'reorder',
  'throttle',
  'internalError',
  'frozen',
] satisfies FaultMode[];
const isMode = (value: unknown): value is FaultMode => typeof value === 'string' && MODES.includes(value);

/** A fault as POST /_control/faults describes it; the sentence that says what is wrong with it otherwise. */
export function readFault(body: unknown): Fault | string {
  if (typeof body !== 'object' || body === null) return 'a JSON object is expected';
  const read = (key: string): unknown => Object.entries(body).find(([name]) => name === key)?.[1];
  const match = read('match');
  const mode = read('mode');
  const shop = read('shop');
  const times = read('times');
  const ms = read('ms');
  if (typeof match !== 'string' || match === '') return "match must be an operation name, a root field or 'webhook'";
  if (!isMode(mode)) return `mode must be one of ${MODES.join(', ')}`;
  return {
    shop: typeof shop === 'string' ? shop : null,
    match,
    mode,
    times: typeof times === 'number' ? times : 1,
    ms: typeof ms === 'number' ? ms : 1000,
  };
}

export class Faults {
  private list: Fault[] = [];
  add(fault: Fault): void {
    this.list.push(fault);
  }
  clear(): void {
    this.list = [];
  }
  all(): readonly Fault[] {
    return this.list;
  }
  /** The fault that strikes this call, used up once. */
  strike(shop: string, names: readonly string[]): Fault | null {
    const found = this.list.find(
      (each) => each.times > 0 && (each.shop === null || each.shop === shop) && names.includes(each.match),
    );
    if (found === undefined) return null;
    found.times -= 1;
    if (found.times <= 0) this.list = this.list.filter((each) => each !== found);
    return found;
  }
}
