import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';

// exchange.ts was read against this version. Before another one goes in here, compare the driver's lib/query.js and
// lib/connection.js with what exchange.ts uses of them, and run the server tests on PostgreSQL.
const READ_AGAINST = '8.23.1';

const jsonAt = (path: string | URL): unknown => JSON.parse(readFileSync(path, 'utf8'));

test('the driver is the one that exchange.ts was read against', () => {
  const Ours = z.object({ dependencies: z.object({ pg: z.string() }) });
  expect(Ours.parse(jsonAt(new URL('../../../package.json', import.meta.url))).dependencies.pg).toBe(READ_AGAINST);
  const installed = createRequire(import.meta.url).resolve('pg/package.json');
  expect(jsonAt(installed)).toMatchObject({ version: READ_AGAINST });
});

test('the driver still has what exchange.ts reaches for', () => {
  const methodsOf = (prototype: object, names: readonly string[]) =>
    names.filter((name) => typeof Reflect.get(prototype, name) === 'function');
  const answered = [
    'submit',
    'handleRowDescription',
    'handleDataRow',
    'handleCommandComplete',
    'handleEmptyQuery',
    'handlePortalSuspended',
    'handleReadyForQuery',
    'handleError',
  ];
  expect(methodsOf(pg.Query.prototype, answered)).toEqual(answered);
  const sent = ['parse', 'bind', 'describe', 'execute', 'close', 'sync'];
  expect(methodsOf(pg.Connection.prototype, sent)).toEqual(sent);
});
