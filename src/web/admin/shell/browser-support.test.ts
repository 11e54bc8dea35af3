import { expect, test } from 'vitest';
import { isBrowserSupported } from './browser-support.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/$.0.0.0 Safari/537.36';
const EDGE = `${CHROME} Edg/$.0`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:$.0) Gecko/20100101 Firefox/$.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/$ Safari/605.1.15';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS $ like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/99.0 Mobile/15E148 Safari/604.1';

test.each([
  [CHROME, '108', false],
  [CHROME, '109', true],
  [EDGE, '108', false],
  [EDGE, '131', true],
  [FIREFOX, '119', false],
  [FIREFOX, '120', true],
  [SAFARI, '17.1', false],
  [SAFARI, '17.2', true],
  [SAFARI, '16.9', false],
  [SAFARI, '18', true],
  [IPHONE, '17_1', false],
  [IPHONE, '17_2', true],
  ['Lynx/2.9', '', true],
])('%s at %s', (agent, version, isSupported) =>
  expect(isBrowserSupported(agent.replaceAll('$', version))).toBe(isSupported),
);
