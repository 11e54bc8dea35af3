import { makePartners } from '#partners/registry.ts';
import { reconcileDaily } from '#server/books/daily.ts';
import type { Config } from '#server/config.ts';
import { removeExpired, startCron } from '#server/cron.ts';
import type { Database } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { startWorker } from '#server/effects/worker.ts';
import { allHandlers } from '#server/handlers.ts';
import { buildApp } from '#server/http/app.ts';
import { explainListen } from '#server/http/listen.ts';
import { mailSignUps } from '#server/mail-sign-ups.ts';
import { makeLog, type Logger } from '#server/log.ts';
import { makeMetrics } from '#server/metrics.ts';
import { partnerSettings } from '#server/partner-settings.ts';
import { resolveSecret } from '#server/secret.ts';
import { setUpDatabase } from '#server/setup-database.ts';
import { lookAfterPayments } from '#server/payments/look-after.ts';
import { paymentProviders } from '#server/payments/providers.ts';
import { checkouts, storefronts } from '#server/stores/connections.ts';
import { reconcileStores, resumeSyncs } from '#server/sync/reconcile-stores.ts';
import { processInbox } from '#server/webhooks/process-inbox.ts';

export type RunningServer = {
  /** Where it listens; null without the role web. */
  url: string | null;
  deps: ServerDeps;
  /** Ends gracefully: requests and effects begun are finished first. */
  close(): Promise<void>;
};

type Part = { name: string; stop(): Promise<void> };

/**
 * Starts the roles of the configuration in this process. Throws SetupError for what the operator can put right, with
 * nothing left running. A database opened before is closed with it.
 */
export async function startServer(
  config: Config,
  log: Logger = makeLog(config.LOG_LEVEL),
  opened?: Database,
): Promise<RunningServer> {
  const database = opened ?? (await setUpDatabase(config));
  const parts: Part[] = [{ name: 'database', stop: () => database.close() }];
  const close = async (): Promise<void> => {
    for (const part of parts.splice(0).reverse()) {
      await part
        .stop()
        .catch((error: unknown) => log.error({ err: error, part: part.name }, 'a part did not stop well'));
    }
  };
  try {
    const secret = resolveSecret(config);
    const { openStorefront, openCheckoutPayments, fileServer, ...partners } = makePartners(
      partnerSettings(config, secret),
    );
    const storefrontOf = storefronts({ database, secret, install: partners.install, openStorefront });
    const metrics = makeMetrics();
    const deps: ServerDeps = {
      ...partners,
      config,
      secret,
      database,
      log,
      metrics,
      storefrontOf,
      paymentsOf: paymentProviders(
        partners.payments,
        checkouts({ database, secret, install: partners.install, openCheckoutPayments }),
      ),
    };
    let url: string | null = null;
    if (config.ROLES.includes('web')) {
      const app = await buildApp({ ...deps, fileServer }, allHandlers(deps));
      parts.push({ name: 'web', stop: () => app.close() });
      url = await app.listen({ host: config.HOST, port: config.PORT }).catch(explainListen(config));
    }
    if (config.ROLES.includes('worker'))
      parts.push({
        name: 'worker',
        ...startWorker({ database, log, metrics, deps, kinds: effectKinds, alsoRun: [() => processInbox(deps)] }),
      });
    if (config.ROLES.includes('cron'))
      parts.push({
        name: 'cron',
        ...startCron(
          [
            removeExpired(database),
            reconcileStores(deps),
            resumeSyncs(deps),
            reconcileDaily(deps),
            mailSignUps(deps),
            ...lookAfterPayments(deps),
          ],
          log,
        ),
      });
    log.info({ roles: config.ROLES, database: database.kind }, 'started');
    return { url, deps, close };
  } catch (error) {
    await close();
    throw error;
  }
}
