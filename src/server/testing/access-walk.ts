import { z } from 'zod';
import { routes } from '#contract/index.ts';
import { ErrorBody, type Access, type RouteSpec } from '#contract/route.ts';
import { ACCESS_ERRORS } from '#server/http/errors.ts';
import { CALLERS, type AccessWorld, type CallerKind } from '#server/testing/access-world.ts';
import { sampleInput } from '#server/testing/sample-input.ts';

export type Answer = { status: number; code: string };
export type AccessRow = {
  name: string;
  route: RouteSpec;
  /** `yes`, or the status it was refused with for who the caller is. */
  byCaller: Readonly<Record<CallerKind, string>>;
  /**
   * To someone of another store who names their own store and ids of this one, or to a shopper who names things of
   * another one; null where the address has no such ids.
   */
  foreignIds: Answer | null;
  /** Parameters that the first store has no value for, so the answer proves nothing. */
  unproved: string[];
};

const REFUSED_AT_THE_DOOR: readonly string[] = [...Object.keys(ACCESS_ERRORS), 'CSRF'];
// The store itself, and names of no thing of a store.
const SCOPE = new Set(['storeId', 'slug', 'language']);
// Of nothing in any store, and within every column.
const NO_ID = 2_000_000_000;

/** Asks every call of the contract as everyone, and with ids of another store. */
export async function walkAccess(world: AccessWorld): Promise<AccessRow[]> {
  const rows: AccessRow[] = [];
  for (const [name, route] of Object.entries(routes)) {
    const byCaller: Partial<Record<CallerKind, string>> = {};
    for (const caller of CALLERS) {
      const answer = await ask(world, route, caller, paramsFor(world, route));
      byCaller[caller] = REFUSED_AT_THE_DOOR.includes(answer.code) ? String(answer.status) : 'yes';
    }
    const { foreignIds, unproved } = await askWithForeignIds(world, route);
    rows.push({ name, route, byCaller: byCaller as Record<CallerKind, string>, foreignIds, unproved });
  }
  return rows;
}

const namesOf = (route: RouteSpec): string[] => [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** The store's own address, with ids that exist nowhere: a call that is let in does nothing. */
function paramsFor(world: AccessWorld, route: RouteSpec): Record<string, unknown> {
  const sampled = new Map(Object.entries(sampleInput(route.params, 'output') ?? {}));
  return Object.fromEntries(
    namesOf(route).map((name) => {
      if (name === 'storeId') return [name, world.storeId];
      if (name === 'slug') return [name, world.slug];
      if (route.access === 'portal' && name === 'idFromPlatform') return [name, world.orderIdFromPlatform];
      const sample: unknown = sampled.get(name);
      return [name, typeof sample === 'number' ? NO_ID : sample];
    }),
  );
}

async function askWithForeignIds(
  world: AccessWorld,
  route: RouteSpec,
): Promise<Pick<AccessRow, 'foreignIds' | 'unproved'>> {
  const ids = namesOf(route).filter((each) => !SCOPE.has(each));
  if (route.access === 'public' || route.access === 'provider' || ids.length === 0)
    return { foreignIds: null, unproved: [] };
  const audience = route.access === 'portal' ? 'portal' : 'merchant';
  const params: Record<string, unknown> = { storeId: world.otherStoreId, slug: world.slug };
  const unproved: string[] = [];
  for (const id of ids) {
    const existing = await world.existing(id, audience);
    if (existing === null) unproved.push(id);
    params[id] = existing ?? 1;
  }
  const caller = audience === 'portal' ? 'another shopper' : 'admin of another store';
  return { foreignIds: await ask(world, route, caller, params), unproved };
}

async function ask(
  world: AccessWorld,
  route: RouteSpec,
  caller: CallerKind | 'another shopper',
  params: Record<string, unknown>,
): Promise<Answer> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(String(params[each])));
  const query = new URLSearchParams(
    Object.entries(sampleInput(route.query, 'output') ?? {}).map(([key, value]) => [key, String(value)]),
  );
  const body = sampleInput(route.body, 'input');
  const answer = await fetch(`${world.server.url}${path}?${query.toString()}`, {
    method: route.method,
    headers: {
      'x-makegood': '1',
      ...(await world.headersOf(caller)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return { status: answer.status, code: '' };
  return { status: answer.status, code: z.parse(ErrorBody, JSON.parse(text)).code };
}

const NO_SESSION = { 'API key': '401', nobody: '401', shopper: '401' } as const;
const EVERYONE = { 'provider admin': 'yes', admin: 'yes', staff: 'yes', helpdesk: 'yes' } as const;

/** What the decisions about access say: who may call what, by the access a call declares. */
export const EXPECTED: Readonly<Record<Access, Readonly<Record<CallerKind, string>>>> = {
  public: { ...EVERYONE, 'API key': 'yes', shopper: 'yes', nobody: 'yes', 'admin of another store': 'yes' },
  portal: {
    'provider admin': '401',
    admin: '401',
    staff: '401',
    helpdesk: '401',
    'API key': '401',
    shopper: 'yes',
    nobody: '401',
    'admin of another store': '401',
  },
  session: { ...EVERYONE, ...NO_SESSION, 'admin of another store': 'yes' },
  staff: { ...EVERYONE, ...NO_SESSION, 'admin of another store': '403' },
  money: { ...EVERYONE, ...NO_SESSION, helpdesk: '403', 'admin of another store': '403' },
  exports: { ...EVERYONE, ...NO_SESSION, helpdesk: '403', 'admin of another store': '403' },
  admin: { ...EVERYONE, ...NO_SESSION, staff: '403', helpdesk: '403', 'admin of another store': '403' },
  superAdmin: {
    ...EVERYONE,
    ...NO_SESSION,
    admin: '403',
    staff: '403',
    helpdesk: '403',
    'admin of another store': '403',
  },
  provider: {
    'provider admin': 'yes',
    admin: '403',
    staff: '403',
    helpdesk: '403',
    ...NO_SESSION,
    'admin of another store': '403',
  },
};

/** The page for people, made of the answers. */
export function accessPage(rows: readonly AccessRow[]): string {
  const head = ['Call', ...CALLERS, 'things of others'];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const byPath = [...rows].sort(({ route: a }, { route: b }) => (a.path + a.method < b.path + b.method ? -1 : 1));
  const table = byPath.map(({ route, byCaller, foreignIds }) =>
    line([
      `\`${route.method} ${route.path}\``,
      ...CALLERS.map((caller) => byCaller[caller]),
      foreignIds === null ? '' : String(foreignIds.status),
    ]),
  );
  return `# Who may call what

Every call of the API was asked by everyone below, on a running server: \`yes\` is let in, 401 must sign in, 403 is refused for the role or the store. The last column is the answer to someone of another store who asks in their own store for things of this one, and to a shopper who asks for things of another: it is the same as for things that do not exist.

- An **admin** and **staff** have that role in the store; a **provider admin** runs the installation and opens every store. In a test store every person counts as super-admin.
- Calls below \`/api/provider\` are of no store: they are the provider's own, and no role of a store opens them, not even in a test store.
- A **helpdesk** session was opened by a helpdesk's token and lasts two hours. It sees and edits claims, shipping claims, registrations and orders of its store, no matter who uses it. It gives no money, exports nothing, and opens no settings. An admin may let one helpdesk finalize claims; its sessions may then make the calls that give money.
- An **API key** opens nothing: there are no API keys yet.
- A **shopper** has looked one order up, and opens that one alone.

This page is made by \`node scripts/write-access-page.ts\`; a test compares it with the answers, so a new call fails until the page has it.

${[line(head), line(head.map(() => '---')), ...table].join('\n')}
`;
}
