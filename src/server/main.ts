import { setTimeout as pause } from 'node:timers/promises';
import { labelProviders } from '#server/labels/providers.ts';
import { makePartners } from '#partners/registry.ts';
import { reconcileDaily } from '#server/books/daily.ts';
import { policyOnRequest } from '#server/rules/policy-on-request.ts';
import { reconcileOnRequest } from '#server/books/reconcile-on-request.ts';
import type { Config } from '#server/config.ts';
import { leaveControl, newControlToken, type Control } from '#server/control.ts';
import { removeExpired, startCron } from '#server/cron.ts';
import type { Database } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { startWorker } from '#server/effects/worker.ts';
import { allHandlers } from '#server/handlers.ts';
import { buildApp } from '#server/http/app.ts';
import { freeFormerProviderAdmins } from '#server/http/login-session.ts';
import { explainListen } from '#server/http/listen.ts';
import { verifyOnRequest } from '#server/rules/verify-receipt.ts';
import { importOnRequest } from '#server/import/import-on-request.ts';
import { checkDomains } from '#server/email/check-domain.ts';
import { remindShoppers } from '#server/email/remind-shoppers.ts';
import { fetchMail } from '#server/mail/fetch-mail.ts';
import { giveBackClaims } from '#server/provider/concierge.ts';
import { mailSignUps } from '#server/mail-sign-ups.ts';
import { warnOfRules } from '#server/rules/warn-of-rules.ts';
import { warnOfTokens } from '#server/warn-of-tokens.ts';
import { makeLog, type Logger } from '#server/log.ts';
import { makeMetrics } from '#server/metrics.ts';
import { refreshOutdatedClaims } from '#server/outdated-claims.ts';
import { keyRegistrations } from '#server/registrations/key-registrations.ts';
import { serverParts } from '#server/parts.ts';
import { partnerSettings } from '#server/partner-settings.ts';
import { refuseOtherSecret, resolveSecret } from '#server/secret.ts';
import { setUpDatabase } from '#server/setup-database.ts';
import { hashPhotos } from '#server/risk/hash-photos.ts';
import { lookAfterPayments } from '#server/payments/look-after.ts';
import { paymentProviders } from '#server/payments/providers.ts';
import { checkouts, storefronts } from '#server/stores/connections.ts';
import { carryOutPrivacy } from '#server/privacy/carry-out.ts';
import { removeFiles } from '#server/privacy/remove-files.ts';
import { removeOldData } from '#server/privacy/retention.ts';
import { reconcileStores, resumeSyncs } from '#server/sync/reconcile-stores.ts';
import { learnShops } from '#server/sync/learn-shops.ts';
import { processInbox } from '#server/webhooks/process-inbox.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { storefrontFor } from '#server/customer/storefront.ts';

export type RunningServer = {
  /** Where it listens; null without the role web. */
  url: string | null;
  deps: ServerDeps;
  /** Ends gracefully: requests and effects begun are finished first. */
  close(): Promise<void>;
};

/** Lets commands on this machine find this server. A server with its own database needs no writable folder. */
function tellCommands({ DATA_FOLDER }: Config, control: Control, log: Logger): () => Promise<void> {
  try {
    // The address of every interface is listened at, not called.
    const takeAway = leaveControl(DATA_FOLDER, { ...control, url: control.url.replace('[::]', '[::1]') });
    return async () => takeAway();
  } catch (error) {
    log.info({ err: error }, 'commands beside this server cannot ask it: the data folder cannot be written');
    return async () => undefined;
  }
}

/**
 * Starts the roles of the configuration in this process. Throws SetupError for what the operator can put right, with
 * nothing left running. A database opened before is closed with it.
 */
export async function startServer(
  config: Config,
  log: Logger = makeLog(config.LOG_LEVEL),
  opened?: Database,
): Promise<RunningServer> {
  const parts = serverParts(log);
  const keep = (database: Database): Database => {
    parts.addBase({ name: 'database', stop: () => database.close() });
    return database;
  };
  try {
    if (opened) keep(opened);
    const secret = resolveSecret(config);
    const settings = partnerSettings(config, secret);
    // A database is not made for a server that lacks a setting.
    const database = opened ?? keep(await setUpDatabase(config));
    await refuseOtherSecret(database, secret);
    const {
      openStorefront,
      openCheckoutPayments,
      fileServer,
      close: closePartners,
      ...partners
    } = await makePartners(settings);
    parts.addBase({ name: 'partners', stop: closePartners });
    const storefrontOf = storefronts({ database, secret, install: partners.install, openStorefront });
    await freeFormerProviderAdmins(database, config.PROVIDER_ADMINS);
    const metrics = makeMetrics();
    const deps: ServerDeps = {
      ...partners,
      config,
      secret,
      database,
      log,
      metrics,
      pause: (ms) => pause(ms),
      storefrontOf,
      labelsOf: labelProviders(partners.labels, database),
      paymentsOf: paymentProviders(
        partners.payments,
        checkouts({ database, secret, install: partners.install, openCheckoutPayments }),
      ),
    };
    let url: string | null = null;
    if (config.ROLES.includes('web')) {
      const token = newControlToken();
      const storefront = async (slug: string, wishes: readonly string[]) =>
        storefrontFor(database, await storeOfSlug(database, slug), { offered: deps, wishes });
      const app = await buildApp({ ...deps, fileServer, storefront }, [
        ...allHandlers(deps),
        reconcileOnRequest(deps, token),
        importOnRequest(deps, token),
        policyOnRequest(deps, token),
        verifyOnRequest(deps, token),
      ]);
      parts.addRole({ name: 'web', stop: () => app.close() });
      url = await app.listen({ host: config.HOST, port: config.PORT }).catch(explainListen(config));
      parts.addRole({ name: 'control', stop: tellCommands(config, { url, token }, log) });
    }
    if (config.ROLES.includes('worker'))
      parts.addRole({
        name: 'worker',
        ...startWorker({
          database,
          log,
          metrics,
          deps,
          kinds: effectKinds,
          alsoRun: [
            () => processInbox(deps),
            () => hashPhotos(deps),
            () => carryOutPrivacy(deps),
            () => removeFiles(deps),
          ],
        }),
      });
    if (config.ROLES.includes('cron'))
      parts.addRole({
        name: 'cron',
        ...startCron(
          [
            removeExpired(database),
            removeOldData(database),
            refreshOutdatedClaims(database),
            keyRegistrations(deps),
            reconcileStores(deps),
            learnShops(deps),
            resumeSyncs(deps),
            reconcileDaily(deps),
            mailSignUps(deps),
            warnOfTokens(deps.database),
            warnOfRules(deps),
            checkDomains(deps),
            remindShoppers(deps),
            ...fetchMail(deps),
            giveBackClaims(deps),
            ...lookAfterPayments(deps),
          ],
          log,
        ),
      });
    log.info({ roles: config.ROLES, database: database.kind }, 'started');
    return { url, deps, close: parts.stop };
  } catch (error) {
    await parts.stop();
    throw error;
  }
}
