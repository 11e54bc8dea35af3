import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '#server/http/app-deps.ts';
import { isLocalHost } from '#server/config.ts';
import { hasBearer } from '#server/http/bearer.ts';

const READY_WITHIN_MS = 2_000;
const NO_STORE = 0;

/** Probes for operators: alive, ready (the database answers what a store asks), and measurements. */
export function serveHealth(
  app: FastifyInstance,
  { config, database, metrics }: Pick<AppDeps, 'config' | 'database' | 'metrics'>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    // As calls of a store ask it: the owner is answered also where the application role is not.
    const asked = database.rowsInStore(NO_STORE, (db) => db.selectFrom('store').select('store_id')).then(() => true);
    const isReady = await Promise.race([asked, after(READY_WITHIN_MS)]).catch(() => false);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'database does not answer' });
  });

  app.get('/metrics', async (request, reply) => {
    const isAllowed =
      config.METRICS_TOKEN === undefined
        ? isLocalHost(config.HOST) && config.TRUSTED_PROXIES === false
        : hasBearer(request.headers.authorization, config.METRICS_TOKEN);
    if (!isAllowed) {
      return reply.code(401).send({ code: 'UNAUTHENTICATED', message: 'A bearer token is needed' });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const after = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());
