import { restockInventory } from '#core/automations/actions/restock-inventory.ts';
import { problemsOf } from '#core/automations/lint/gone.ts';
import type { RuleSet } from '#core/automations/rule-set.ts';
import { DAY_MS } from '#core/dates.ts';
import type { CronJob } from '#server/cron.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Db } from '#server/db/connect.ts';
import { liveRules, liveVersion } from '#server/db/rules.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { locationsOfStore } from '#server/rules/bring-locations.ts';
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
      await askPlatform({ database, storefrontOf, log }, storeId);
      await database.inStore(storeId, (db) => warnStore(db, storeId));
    }
  },
});

/** Segments and locations go at the platform, where nobody tells of it. */
async function askPlatform(deps: Deps, storeId: number): Promise<void> {
  const rules = await deps.database.readStore(storeId, (db) => liveRules(db, storeId));
  const context = { requestId: `warn-of-rules-${storeId}` };
  try {
    if (rules.asksAbout('customer/segment')) await segmentsOfStore(deps, storeId, context);
    if (isAboutLocations(rules)) await locationsOfStore(deps, storeId, context);
  } catch (error) {
    deps.log.warn({ err: error, storeId }, 'what rules of a store name could not be read from its platform');
  }
}

const isAboutLocations = (rules: RuleSet): boolean =>
  rules.asksAbout('order/fulfillmentLocation') ||
  restockInventory.hooks
    .flatMap((hook) => rules.rulesAt(hook))
    .some(
      ({ type, params }) => type === 'restockInventory' && restockInventory.references(params).fulfillmentLocations,
    );

async function warnStore(db: Db, storeId: number): Promise<void> {
  const store = await storeById(db, storeId);
  const live = await liveVersion(db, storeId).select(['rules', 'warned_of']).executeTakeFirst();
  if (!store || !live) return;
  const things = await thingsOf(db, store);
  const broken = live.rules
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((rule) => {
      const { whySkipped, gone } = problemsOf(rule, things);
      const problems = [...whySkipped, ...gone];
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
