import type { Database } from '#server/db/connect.ts';

export type LoginAttempt = { state: string; nonce: string; codeVerifier: string; returnTo: string };
const MINUTES = 10;

/** Keeps what the way back from the identity provider is checked against, for ten minutes. */
export async function rememberAttempt(
  database: Database,
  started: Omit<LoginAttempt, 'returnTo'>,
  returnTo: string,
  now: Date,
): Promise<void> {
  await database.asOwner(async (db) => {
    await db.deleteFrom('login_attempt').where('expires_on', '<=', now).execute();
    await db
      .insertInto('login_attempt')
      .values({
        state: started.state,
        nonce: started.nonce,
        code_verifier: started.codeVerifier,
        return_to: returnTo,
        expires_on: new Date(now.getTime() + MINUTES * 60_000),
      })
      .execute();
  });
}

/** The attempt, which is gone after this: each is good once. Null when unknown or too old. */
export async function takeAttempt(database: Database, state: string, now: Date): Promise<LoginAttempt | null> {
  const row = await database.asOwner((db) =>
    db.deleteFrom('login_attempt').where('state', '=', state).returningAll().executeTakeFirst(),
  );
  if (!row || row.expires_on <= now) return null;
  return { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier, returnTo: row.return_to };
}
