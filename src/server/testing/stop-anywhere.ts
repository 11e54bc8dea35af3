import type { KyselyPlugin } from 'kysely';
import { makePartners } from '#partners/registry.ts';
import type { Files } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { startWorker } from '#server/effects/worker.ts';
import { partnerSettings } from '#server/partner-settings.ts';
import { paymentProviders } from '#server/payments/providers.ts';
import { checkouts, storefronts } from '#server/stores/connections.ts';
import { startGate, type Gate } from '#server/testing/gate.ts';
import type { TestServer } from '#server/testing/server.ts';

/** The points at which a process touches the world and may end. */
export type Steps = {
  /** What was passed so far, in order. */
  names: readonly string[];
  /** Resolves to the step at which the process ended. */
  ended: Promise<string>;
  isOver(): boolean;
  /** True when the process ends here or has ended before: then nothing may follow. */
  endsAt(name: string): boolean;
  /** Passes a step; does not return when the process ends there, so that no code of ours runs on, not even a catch. */
  pass(name: string): Promise<void>;
};

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Whether a process ends at a step, by its name and the number of steps before. */
export type EndsAt = (name: string, passed: readonly string[]) => boolean;

/** A process that does not end but stands still, from a step it awaits until it is thawed an hour later. */
export type Freeze = { thawed: Promise<void>; isOver: boolean };

function countSteps(isTheEnd: EndsAt, freeze: Freeze | undefined): Steps {
  const names: string[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  let isOver = false;
  let isFrozen = false;
  // Between looking whether work is still its own and sending lies no wait, so it stands still after an answer.
  const freezeAt = async (name: string, { thawed }: Freeze): Promise<void> => {
    if (!isFrozen && !name.startsWith('before ')) {
      isFrozen = isTheEnd(name, names);
      names.push(name);
      if (isFrozen) resolve(name);
    }
    if (isFrozen) await thawed;
  };
  const endsAt = (name: string): boolean => {
    if (isOver) return true;
    if (freeze) return false;
    isOver = isTheEnd(name, names);
    names.push(name);
    if (isOver) resolve(name);
    return isOver;
  };
  return {
    names,
    ended,
    isOver: () => isOver,
    endsAt,
    pass: async (name) => {
      if (freeze) await freezeAt(name, freeze);
      else if (endsAt(name)) await never();
    },
  };
}

export type Process = {
  steps: Steps;
  /** Stops the worker when it still lives; what ended is left as it lies. */
  close(): Promise<void>;
};

/**
 * A worker process of the product: the real worker, kinds and adapters, on the test server's database
 * and sandboxes. It ends at the step `isTheEnd` says, as a killed process does: what it sent has been
 * sent, its open transaction is rolled back, and it neither reads nor writes anything after. One effect
 * at a time, so that the steps come in the same order each time.
 */
export async function startProcess(server: TestServer, isTheEnd: EndsAt, freeze?: Freeze): Promise<Process> {
  const steps = countSteps(isTheEnd, freeze);
  const { config, secret, database: real, log, metrics } = server.server.deps;
  const smtp = await smtpGate(server.mailbox.smtpUrl, steps);
  const {
    openStorefront,
    openCheckoutPayments,
    fileServer: _fileServer,
    close: closePartners,
    ...partners
  } = await makePartners({
    ...partnerSettings(config, secret),
    smtpUrl: smtp.url,
    fetch: endingFetch(steps),
  });
  const database = endingDatabase(real, steps);
  // Kept by time, tokens would be read at other steps each run.
  const access = { database, secret, install: partners.install, keptMs: 0 };
  const deps = {
    ...server.server.deps,
    ...partners,
    database,
    files: endingFiles(partners.files, steps),
    storefrontOf: storefronts({ ...access, openStorefront }),
    paymentsOf: paymentProviders(partners.payments, checkouts({ ...access, openCheckoutPayments })),
  };
  const now = (): number => Date.now() + (freeze?.isOver ? 3_600_000 : 0);
  const worker = startWorker({ database, log, metrics, deps, kinds: effectKinds, concurrency: 1, now });
  return {
    steps,
    close: async () => {
      // It may end while it stops; what froze goes on and stops.
      if (!steps.isOver()) await Promise.race([worker.stop(), ...(freeze ? [] : [steps.ended])]);
      await closePartners();
      await smtp.close();
    },
  };
}

/** Two steps each exchange: before it is sent, and when the partner has done it and its answer is not yet read. */
const endingFetch =
  (steps: Steps): typeof fetch =>
  async (input, init) => {
    const name = nameOf(input, init);
    await steps.pass(`before ${name}`);
    const response = await fetch(input, init);
    const body = await response.arrayBuffer();
    await steps.pass(`after ${name}`);
    return new Response(body.byteLength === 0 ? null : body, response);
  };

function nameOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string {
  const operation = typeof init?.body === 'string' ? /"(?:query|mutation) (\w+)/.exec(init.body)?.[1] : undefined;
  const url = new URL(input instanceof Request ? input.url : input);
  return operation ?? `${init?.method ?? 'GET'} ${url.pathname.replaceAll(/\/[^/]*(?:_\w{8,}|%3A)[^/]*/g, '/{id}')}`;
}

class ProcessEnded extends Error {}

/** A step before every statement, before the commit and after it. Looking for work is one only when some is taken. */
function endingDatabase(real: Database, steps: Steps): Database {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (steps.endsAt(`before ${node.kind.replace(/(Query)?Node$/, '').toLowerCase()}`)) throw new ProcessEnded();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    ...real,
    inStore: async (storeId, work) => {
      if (steps.isOver()) return never();
      const result = await orNever(steps, () =>
        real.inStore(storeId, async (db) => {
          const made = await work(db.withPlugin(plugin));
          // Ending a transaction by an error is what a lost connection does to it: it is rolled back.
          if (steps.endsAt('before commit')) throw new ProcessEnded();
          return made;
        }),
      );
      await steps.pass('after commit');
      return result;
    },
    rowsAsOwner: async (statement) => {
      if (steps.isOver()) return never();
      const rows = await orNever(steps, () => real.rowsAsOwner(statement));
      if (rows.length > 0) await steps.pass(TAKEN);
      return rows;
    },
  };
}

export const TAKEN = 'after taking an effect';

async function orNever<T>(steps: Steps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (steps.isOver()) return never();
    throw error;
  }
}

const endingFiles = (files: Files, steps: Steps): Files => ({
  ...files,
  put: async (...given) => {
    await steps.pass('before storing a file');
    await files.put(...given);
    await steps.pass('after storing a file');
  },
  get: async (key) => {
    await steps.pass('before reading a file');
    return files.get(key);
  },
});

/** A step before connecting and at each reply of the mail server; the answer to QUIT no longer matters. */
function smtpGate(target: string, steps: Steps): Promise<Gate> {
  let isLeaving = false;
  return startGate(target, {
    onConnect: () => {
      isLeaving = false;
      return steps.endsAt('before connecting to SMTP') ? 'hold' : 'pass';
    },
    onSent: (text) => {
      if (text.startsWith('QUIT')) isLeaving = true;
    },
    onReply: (text) => (!isLeaving && steps.endsAt(`after SMTP ${text.slice(0, 3)}`) ? 'hold' : 'pass'),
  });
}
