import { writeFileSync } from 'node:fs';
import { accessPage, walkAccess } from '#server/testing/access-walk.ts';
import { startAccessWorld } from '#server/testing/access-world.ts';

const world = await startAccessWorld();
try {
  writeFileSync(new URL('../docs/access.md', import.meta.url), accessPage(await walkAccess(world)));
} finally {
  await world.close();
}
