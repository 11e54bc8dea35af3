import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ApiError, send } from '#contract/client.ts';

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
