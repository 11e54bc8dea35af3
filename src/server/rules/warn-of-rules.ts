import { problemsOf } from '#core/automations/lint/gone.ts';
import { DAY_MS } from '#core/dates.ts';
import type { CronJob } from '#server/cron.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Db } from '#server/db/connect.ts';
import { liveRules, liveVersion } from '#server/db/rules.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { segmentsOfStore } from '#server/rules/bring-segments.ts';
import { thingsOf } from '#server/rules/things.ts';

type Deps = Pick<ServerDeps, 'database' | 'storefrontOf' | 'log'>;

/** Alerts the admins of a store, once, where live rules can't run any more or name something that is gone. */
export const warnOfRules = ({ database, storefrontOf, log }: Deps): CronJob => ({
  name: 'warnOfRules',
  everyMs: DAY_MS / 24,
  async run(signal) {
    const stores = await database.asOwner((db) =>
      db.selectFrom('rule_set').select('store_id').where('live_number', 'is not', null).execute(),
    );
    for (const { store_id: storeId } of stores) {
      if (signal.aborted) return;
      await askForSegments({ database, storefrontOf, log }, storeId);
      await database.inStore(storeId, (db) => warnStore(db, storeId));
    }
  },
});

/** Segments go at the platform, where nobody tells of it. */
async function askForSegments(deps: Deps, storeId: number): Promise<void> {
  const rules = await deps.database.readStore(storeId, (db) => liveRules(db, storeId));
  if (!rules.asksAbout('customer/segment')) return;
  try {
    await segmentsOfStore(deps, storeId, { requestId: `warn-of-rules-${storeId}` });
  } catch (error) {
    deps.log.warn({ err: error, storeId }, 'the customer segments of a store could not be read');
  }
}

async function warnStore(db: Db, storeId: number): Promise<void> {
  const store = await storeById(db, storeId);
  const live = await liveVersion(db, storeId).select(['rules', 'warned_of']).executeTakeFirst();
  if (!store || !live) return;
  const things = await thingsOf(db, store);
  const broken = live.rules
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((rule) => {
      const problems = problemsOf(rule, things);
      return problems.length > 0 ? [`“${rule.name}”: ${problems.join(' ')}`] : [];
    });
  const warning = broken.length > 0 ? broken.join('\n') : null;
  if (warning === live.warned_of) return;
  // Of two processes that find the same, one raises the alert.
  const { numUpdatedRows } = await db
    .updateTable('rule_set')
    .set({ warned_of: warning })
    .where('store_id', '=', storeId)
    .where('warned_of', 'is not distinct from', live.warned_of)
    .executeTakeFirst();
  if (numUpdatedRows === 0n || warning === null) return;
  const [first = '', ...others] = broken;
  const rest = others.length === 0 ? '' : ` And ${others.length === 1 ? 'one other' : `${others.length} others`}.`;
  await raiseAlert(db, storeId, 'rulesBroken', `${first}${rest}`);
}
