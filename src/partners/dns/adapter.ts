import { Resolver } from 'node:dns/promises';
import { PartnerError, type Dns } from '#partners/ports.ts';

// The name, or records of that kind at it, do not exist: an answer, not a failure.
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** DNS as this machine resolves it, or by these servers (`192.0.2.1`, `[2001:db8::1]:53`). */
export function createDns({ servers }: { servers: readonly string[] }): Dns {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async texts(name) {
      try {
        // A long text comes in pieces of 255 bytes.
        return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (NOTHING_THERE.has(code)) return [];
        throw new PartnerError('DNS', 'retry', `The DNS didn't answer for ${name} (${code || 'unknown error'}).`);
      }
    },
  };
}
