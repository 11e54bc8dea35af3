import { z } from 'zod';
import type { CallContext } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { GRANTED_SCOPES, REQUIRED_SCOPES } from './operations.ts';

const Granted = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

/** Scopes that the merchant granted an older version of the app don't count those it needs since. Writing includes reading. */
export async function missingScopes({
  client,
  context,
}: {
  client: ShopifyClient;
  context: CallContext;
}): Promise<string[]> {
  const { currentAppInstallation } = await client.run(GRANTED_SCOPES, {}, Granted, context);
  const granted = new Set(
    currentAppInstallation.accessScopes.flatMap(({ handle }) => [handle, handle.replace(/^write_/, 'read_')]),
  );
  return REQUIRED_SCOPES.filter((scope) => !granted.has(scope));
}
