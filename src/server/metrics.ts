import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Counts of one process, in the Prometheus text format. Labels are names out of the code, never data of people. */
export type Metrics = {
  registry: Registry;
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  countEffect(kind: string, outcome: 'done' | 'retry' | 'failed' | 'calledOff'): void;
  /** `unknown`: rightly signed, of nothing we know. */
  countWebhook(partner: string, outcome: 'accepted' | 'repeated' | 'refused' | 'unknown'): void;
};

/** Own registry, so that several servers can live in one process. */
export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'makegood_http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const effects = new Counter({
    name: 'makegood_effects_total',
    help: 'Tries of effects',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const webhooks = new Counter({
    name: 'makegood_webhooks_total',
    help: 'Inbound webhooks',
    labelNames: ['partner', 'outcome'],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    countEffect: (kind, outcome) => effects.inc({ kind, outcome }),
    countWebhook: (partner, outcome) => webhooks.inc({ partner, outcome }),
  };
}
