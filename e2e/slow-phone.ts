import type { CDPSession } from '@playwright/test';

/**
 * Slow 4G: 150 ms for each round trip, 1.6 Mbit/s down and 750 kbit/s up, by which the figures were set. The browser's
 * tools delay requests and not the making of a connection, so this is as over one that is open already.
 */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1_638.4 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWDOWN = 4;

/** A slow connection, and a processor slowed four times, for the page whose tools these are. */
export async function slowDown(tools: CDPSession): Promise<void> {
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', SLOW_4G);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
