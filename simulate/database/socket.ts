import { once } from 'node:events';
import { createConnection, type NetConnectOpts, type Socket } from 'node:net';
import { asksForPassword, endOf, password, READY, startup } from './messages.ts';
import type { Carrier } from './pool.ts';

type Login = { user: string; password: string; database: string };

/** A connection to a PostgreSQL server. One exchange at a time. */
export async function openSocket(to: NetConnectOpts, login: Login): Promise<{ carry: Carrier; end(): Promise<void> }> {
  const socket = createConnection(to);
  await once(socket, 'connect');
  const exchange = exchanging(socket);
  const first = await exchange(startup(login.user, login.database), { messages: 1 });
  if (asksForPassword(first)) await exchange(password(login.password), { ready: 1 });
  return {
    carry: (sent, ready) => exchange(sent, { ready }),
    async end() {
      socket.end();
      await once(socket, 'close');
    },
  };
}

type Until = { ready?: number; messages?: number };

function exchanging(socket: Socket): (sent: Buffer, until: Until) => Promise<Buffer> {
  let waiting: { until: Required<Until>; resolve: (answer: Buffer) => void; reject: (error: Error) => void } | null =
    null;
  let answer: Buffer = Buffer.alloc(0);
  let at = 0;
  const lost = (error?: Error): void =>
    waiting?.reject(new Error('the connection of the simulator was lost', { cause: error }));
  socket.on('error', lost);
  socket.on('close', () => lost());
  socket.on('data', (chunk: Buffer) => {
    answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
    for (let end = endOf(answer, at); waiting && end !== null; end = endOf(answer, at)) {
      if (answer[at] === READY) waiting.until.ready -= 1;
      waiting.until.messages -= 1;
      at = end;
      if (waiting.until.ready > 0 && waiting.until.messages > 0) continue;
      const { resolve } = waiting;
      const whole = answer.subarray(0, at);
      answer = answer.subarray(at);
      at = 0;
      waiting = null;
      resolve(whole);
    }
  });
  return (sent, { ready = Infinity, messages = Infinity }) =>
    new Promise((resolve, reject) => {
      waiting = { until: { ready, messages }, resolve, reject };
      socket.write(sent);
    });
}
