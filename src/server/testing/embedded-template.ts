import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#server/db/connect.ts';
import { useTemporaryFolder } from '#server/testing/temporary-folder.ts';

// Set for the whole run by the set-up below; a test started without it makes its database from nothing.
const PLACE = 'TEST_DATABASE_TEMPLATE';

/** Before and after a whole test run: where its template and all else it puts aside will be, and that it is gone. */
export default async function setup(): Promise<() => Promise<void>> {
  const remove = await useTemporaryFolder();
  process.env[PLACE] = join(await mkdtemp(join(tmpdir(), 'makegood-template-')), 'made');
  return remove;
}

/** Puts an empty, migrated embedded database into a folder that does not exist yet. Making one takes seconds, copying one a moment. */
export async function copyTemplate(into: string): Promise<void> {
  const template = process.env[PLACE];
  if (template === undefined) return;
  if (!existsSync(template)) await makeTemplate(template);
  await cp(template, into, { recursive: true });
}

/** The first who needs it makes it; of two at once one comes too late and throws its own away. */
async function makeTemplate(template: string): Promise<void> {
  const making = await mkdtemp(`${template}-`);
  const dataFolder = join(making, 'database');
  await (await connect({ databaseUrl: undefined, dataFolder, poolSize: 1 })).close();
  await rename(dataFolder, template).catch((error: unknown) => {
    if (!existsSync(template)) throw error;
  });
}
