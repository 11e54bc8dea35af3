import { expect, test } from 'vitest';
import { EMBED_KINDS, readParentLocation } from '#core/embed-messages.ts';

test('the location of the page around is read from its message, and from no other', () => {
  const kind = EMBED_KINDS.location;
  expect(readParentLocation({ kind, url: 'https://shop.example/returns?order=%231' })?.search).toBe('?order=%231');
  for (const message of [
    null,
    'x',
    {},
    { kind },
    { kind, url: 7 },
    { kind, url: 'x' },
    { kind: 'x', url: 'https://a' },
  ])
    expect(readParentLocation(message), JSON.stringify(message)).toBeNull();
});
