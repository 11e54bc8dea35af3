import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, type Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { makePrivateFolder } from '#server/private-folder.ts';

/** The secret of this installation: the one set, else the one made at the first start and kept in the data folder. */
export function resolveSecret(config: Pick<Config, 'SECRET' | 'DATA_FOLDER' | 'DATABASE_URL'>): string {
  if (config.SECRET !== undefined) return config.SECRET;
  const file = join(config.DATA_FOLDER, 'secret');
  try {
    makePrivateFolder(config.DATA_FOLDER);
    // Exclusive: of two processes starting at once one writes, both read the same.
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
    chmodSync(file, 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new SetupError(
        `The data folder ${config.DATA_FOLDER} cannot be written. Set DATA_FOLDER to a folder this user may write to.`,
      );
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new SetupError(`The secret in ${file} is damaged. Set SECRET, or put the former content back.`);
  return secret;
}

/** Throws SetupError when the database was begun with another secret: what was sealed and signed could not be read. */
export async function refuseOtherSecret(database: Database, secret: string): Promise<void> {
  const proof = createHmac('sha256', secret).update('makegood proof of the secret').digest('base64url');
  const known = await database.asOwner(async (db) => {
    await db
      .insertInto('secret_proof')
      .values({ proof })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return db.selectFrom('secret_proof').select('proof').executeTakeFirstOrThrow();
  });
  if (known.proof !== proof)
    throw new SetupError(
      'The database was begun with another SECRET. Set that one, or put the file of the secret back into DATA_FOLDER: docs/operations.md says what is lost otherwise.',
    );
}
