import { expect, test } from 'vitest';
import { PartnerError } from '#partners/ports.ts';
import { linesOf, regroup } from './export.ts';

async function* chunks(...parts: string[]): AsyncGenerator<string> {
  yield* parts;
}

test('lines come whole however the file is cut, the last one without its line end too', async () => {
  expect(await Array.fromAsync(linesOf(chunks('{"a"', ':1}\n{"b":', '2}\n\n', '{"c":3}')))).toEqual([
    '{"a":1}',
    '{"b":2}',
    '{"c":3}',
  ]);
});

test('a file that breaks off is to be tried again', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield '{"a":1}\n';
    throw new Error('reset');
  }
  await expect(Array.fromAsync(linesOf(broken()))).rejects.toMatchObject({ kind: 'retry' });
});

const row = (id: string, parent?: string) =>
  JSON.stringify({ id: `gid://shopify/${id}`, ...(parent ? { __parentId: `gid://shopify/${parent}` } : {}) });

test('children are put under their parents, two levels down', async () => {
  const file = chunks(
    row('Order/1'),
    row('LineItem/11', 'Order/1'),
    row('Return/12', 'Order/1'),
    row('ReturnLineItem/121', 'Return/12'),
    row('LineItem/13', 'Order/1'),
    row('Order/2'),
    row('Order/3'),
    row('LineItem/31', 'Order/3'),
  );
  const orders = await Array.fromAsync(regroup(file));
  expect(orders.map(({ id }) => id)).toEqual([
    'gid://shopify/Order/1',
    'gid://shopify/Order/2',
    'gid://shopify/Order/3',
  ]);
  expect(orders[0]?.children('LineItem').map(({ id }) => id)).toEqual([
    'gid://shopify/LineItem/11',
    'gid://shopify/LineItem/13',
  ]);
  expect(orders[0]?.children('Return')[0]?.rest()).toEqual([{ id: 'gid://shopify/ReturnLineItem/121' }]);
  expect(orders[1]?.children('LineItem')).toEqual([]);
});

test('a child apart from its parent is an error, not a loss', async () => {
  const file = chunks(row('Order/1'), row('Order/2'), row('LineItem/11', 'Order/1'));
  await expect(Array.fromAsync(regroup(file))).rejects.toBeInstanceOf(PartnerError);
});
