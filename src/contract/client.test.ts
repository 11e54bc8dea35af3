import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ApiError, send, setCaller } from '#contract/client.ts';

test('an answer cut off on its way is no answer, as one that never came', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"half":');
    setTimeout(() => response.destroy(), 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = send({ method: 'GET', path: '/api/claims' }, {}, { baseUrl: `http://127.0.0.1:${port}` });
  const error: unknown = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 0,
    body: {
      code: 'NETWORK',
      message: expect.stringMatching(/^API Request Failed to Fetch: GET \/api\/claims /),
      clientMessage: expect.stringMatching(/^API Request Failed to Fetch\./),
    },
  });
  server.close();
});

describe('a failed answer (C8.01)', () => {
  const failure = async (status: number, answer: string): Promise<unknown> =>
    send({ method: 'GET', path: '/api/claims' }, {}, { fetch: async () => new Response(answer, { status }) }).catch(
      (error: unknown) => error,
    );
  const later = 'Something went wrong, please try again later.';

  test.each([
    ['{"message":"for people","code":"X","clientMessage":"for shoppers"}', 'for shoppers'],
    ['{"clientMessage":"for shoppers"}', 'for shoppers'],
    ['{"message":"for people"}', 'for people'],
    ['{"message":"for people","clientMessage":null}', 'for people'],
    ['{"code":"X"}', later],
    ['[1]', later],
    ['null', later],
  ])('%s is kept whole, and told in its own words where it has some', async (answer, words) => {
    const error = await failure(422, answer);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, message: words, isKnown: words !== later });
    expect((error as ApiError).body).toEqual(JSON.parse(answer));
  });

  test.each(['<h1>Bad gateway</h1>', ''])('that is no JSON (%j) keeps its text', async (answer) => {
    expect(await failure(502, answer)).toMatchObject({
      status: 502,
      body: answer,
      message: later,
      isKnown: false,
      code: '',
      fields: {},
    });
  });
});

test('who is signed in is named beside every call, in characters a header can hold (C7.01)', async () => {
  const asked: Record<string, string>[] = [];
  const fetchNow: typeof fetch = async (_address, init) => {
    asked.push(Object.fromEntries(new Headers(init?.headers)));
    return new Response('{}');
  };
  const ask = () => send({ method: 'GET', path: '/api/claims' }, {}, { fetch: fetchNow });
  setCaller({ id: 7, name: 'Zoë Łuk' });
  await ask();
  setCaller(null);
  await ask();
  const name = encodeURIComponent('Zoë Łuk');
  expect(asked).toEqual([
    { 'x-makegood': '1', 'x-makegood-user-id': '7', 'x-makegood-user-name': name },
    { 'x-makegood': '1' },
  ]);
});
