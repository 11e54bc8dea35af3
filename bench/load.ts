import { Agent, request, type IncomingMessage } from 'node:http';

export const CONNECTIONS = 8;

export type Call = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body: string };
/** Answers per second, and how long half and 99 of 100 of them took, in milliseconds. */
export type Figures = { perSecond: number; p50: number; p99: number };

/** Calls without pause over eight kept connections for `milliseconds`. Throws at the first answer that is not 2xx. */
export async function load(nextCall: () => Call, milliseconds: number): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const took: number[] = [];
  const began = performance.now();
  const until = began + milliseconds;
  const connection = async (): Promise<void> => {
    while (performance.now() < until) {
      const start = performance.now();
      await send(nextCall(), agent);
      took.push(performance.now() - start);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  } finally {
    agent.destroy();
  }
  return figuresOf(took, performance.now() - began);
}

/** What pieces of work came to that took so long each, and all together; milliseconds. */
export function figuresOf(took: readonly number[], together: number): Figures {
  const sorted = took.toSorted((a, b) => a - b);
  return {
    perSecond: took.length / (together / 1000),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
}

/** The text of the answer. Throws when it is not 2xx. */
export async function send(call: Call, agent?: Agent): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(
      call.url,
      { method: call.method, headers: call.headers, ...(agent ? { agent } : {}) },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(call.body);
  });
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299)
    throw new Error(`${call.method} ${call.url} answered ${status}: ${text.slice(0, 300)}`);
  return text;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** The middle of several runs, each figure by itself. */
export function medianOf(runs: readonly Figures[]): Figures {
  const middle = (pick: (run: Figures) => number): number =>
    quantile(
      runs.map(pick).toSorted((a, b) => a - b),
      0.5,
    );
  return { perSecond: middle((run) => run.perSecond), p50: middle((run) => run.p50), p99: middle((run) => run.p99) };
}
