import { expect, test } from 'vitest';
import { madeBy, sentRequest } from './sent-request.ts';

const BODY = { requestKey: 'one', lines: [{ id: '1', fields: { size: 'M', color: 'Red' } }], phone: undefined };
const digestOf = (body: Record<string, unknown>): string => sentRequest({ ...BODY, ...body }).digest;

test('the same content has the same digest, in whatever order it is sent and whatever proves or pays for it', () => {
  for (const change of [
    { lines: [{ fields: { color: 'Red', size: 'M' }, id: '1' }] },
    { requestKey: 'other', sumsKey: 'x', statementKey: 'x', paymentId: 7, deviceFingerprint: 'x' },
  ])
    expect(digestOf(change)).toBe(digestOf({}));
});

test('other content has another digest', () => {
  const two = { id: '2', fields: {} };
  const all = [
    {},
    { phone: '1' },
    { phone: null },
    { lines: [] },
    { lines: [{ id: '1', fields: { size: 'M' } }] },
    { lines: [...BODY.lines, two] },
    { lines: [two, ...BODY.lines] },
  ].map(digestOf);
  expect(new Set(all).size).toBe(all.length);
});

test('what was made before digests were kept counts as the same', () => {
  const request = sentRequest(BODY);
  const made = { orderId: 1, externalId: 'A' };
  expect(madeBy(request, 1, null)).toBeNull();
  expect(madeBy(request, 1, { ...made, digest: null })).toEqual({ externalId: 'A', wasOther: false });
  expect(madeBy(request, 1, { ...made, digest: request.digest })).toEqual({ externalId: 'A', wasOther: false });
  expect(madeBy(request, 1, { ...made, digest: digestOf({ phone: '1' }) })).toEqual({
    externalId: 'A',
    wasOther: true,
  });
  expect(() => madeBy(request, 2, { ...made, digest: request.digest })).toThrow('used for something else');
});
