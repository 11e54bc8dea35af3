import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDnsSandbox, type DnsSandbox } from '#sandbox/dns/server.ts';
import { createDns } from './adapter.ts';

let sandbox: DnsSandbox;
beforeAll(async () => {
  sandbox = await startDnsSandbox({ dnsPort: 0, httpPort: 0 });
});
afterAll(() => sandbox.close());

const put = (name: string, texts: string[]) =>
  fetch(`${sandbox.url}/records`, { method: 'PUT', body: JSON.stringify({ name, texts }) });

test('every text of a name is read, whole however long, whatever the case of the name', async () => {
  const long = `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`;
  await put('Shop.example', ['v=spf1 -all', long]);
  const texts = await createDns({ servers: [sandbox.server] }).texts('shop.EXAMPLE');
  expect(texts.toSorted()).toEqual([long, 'v=spf1 -all']);
});

test('a name that is not there has none; a server that does not answer can be asked again', async () => {
  expect(await createDns({ servers: [sandbox.server] }).texts('nobody.example')).toEqual([]);
  await expect(createDns({ servers: ['127.0.0.1:1'] }).texts('shop.example')).rejects.toMatchObject({ kind: 'retry' });
});
