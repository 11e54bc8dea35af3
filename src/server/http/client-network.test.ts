import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { clientNetwork } from '#server/http/client-network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('every way to write an address counts as the same network, and the last 64 bits count for nothing', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 4, maxLength: 4 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (net, host) => {
        const write = (groups: number[], width: number): string =>
          groups.map((one) => one.toString(16).padStart(width, '0')).join(':');
        const plain = clientNetwork(`${write(net, 1)}:${write(host, 1)}`);
        expect(clientNetwork(`${write(net, 4)}:${write(host, 4)}`.toUpperCase())).toBe(plain);
        expect(clientNetwork(`${write(net, 1)}::`)).toBe(plain);
      },
    ),
    law(4000),
  );
});
