import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as merchant from '#contract/merchant/merchant.ts';
import { makePartners } from '#partners/registry.ts';
import { createShopifyStorefront } from '#partners/shopify/adapter.ts';
import { claimById } from '#server/db/claims.ts';
import { effectById, takeDueEffects, type EffectRow } from '#server/db/effects.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';
import { carryOut, type WorkerOptions } from '#server/effects/worker.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerSettings } from '#server/partner-settings.ts';
import { storefronts } from '#server/stores/connections.ts';
import { shopOf, type Shop, type Wanted } from '#server/testing/effect-claims.ts';
import { PROOFS } from '#server/testing/effect-proofs.ts';
import type { Proof } from '#server/testing/proof.ts';
import { startGate, type Gate } from '#server/testing/gate.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let shop: Shop;
let gates: { shopify: Gate; easypost: Gate; smtp: Gate };

beforeAll(async () => {
  server = await startTestServer({ orders: 60, roles: 'web' });
  shop = await shopOf(server);
  gates = {
    shopify: await startGate(server.shopify.url),
    easypost: await startGate(server.easypost.url),
    smtp: await startGate(server.mailbox.smtpUrl),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(gates).map((gate) => gate.close()));
  await server.close();
});

const MINUTE = 60_000;
const AFTER_SECONDS = 400;
const NAMES = [
  'refund to the original payment',
  'refund as store credit',
  'gift card',
  'exchange order',
  'order tags',
  'label',
  'email',
];

const http = (status: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: 13\r\nconnection: close\r\n\r\nback at seven`;

/** How the partners are down, one way after the other, until they are back. */
const PHASES = [
  { untilMs: 20 * MINUTE, words: /ECONNREFUSED|fetch failed/, begin: () => each((gate) => gate.shut()) },
  {
    untilMs: 40 * MINUTE,
    words: /503|421/,
    begin: () => each((gate, isMail) => gate.answerWith(isMail ? '421 back at seven\r\n' : http('503 Unavailable'))),
  },
  {
    untilMs: 60 * MINUTE,
    words: /throttling|429|421/,
    begin: () =>
      each((gate, isMail) =>
        gate.answerWith(
          isMail ? '421 back at seven\r\n' : http('429 Too Many Requests', `retry-after: ${AFTER_SECONDS}\r\n`),
        ),
      ),
  },
];
const each = (work: (gate: Gate, isMail: boolean) => Promise<void>): Promise<unknown> =>
  Promise.all(Object.entries(gates).map(([name, gate]) => work(gate, name === 'smtp')));

/** What the worker works with, its partners behind the gates. */
async function throughGates(): Promise<WorkerOptions<EffectDeps>> {
  const { deps } = server.server;
  const settings = partnerSettings(
    { ...deps.config, EASYPOST_BASE_URL: gates.easypost.url, SHOPIFY_SHOP_URL: `${gates.shopify.url}/{shop}` },
    deps.secret,
  );
  const { labels, mail, install } = await makePartners({ ...settings, smtpUrl: gates.smtp.url });
  const shopUrl = (domain: string): string => `${gates.shopify.url}/${domain}`;
  const storefrontOf = storefronts({
    database: deps.database,
    secret: deps.secret,
    install,
    // The pauses inside a call are the adapter's own and real: here they would only take time.
    openStorefront: (shopDomain, accessToken) =>
      createShopifyStorefront({ shopDomain, accessToken, shopUrl, giftCardSecret: deps.secret, backoffMs: 1 }),
  });
  return {
    database: deps.database,
    log: deps.log,
    metrics: deps.metrics,
    deps: { ...deps, labels, labelsOf: async () => labels[0] ?? null, mail, storefrontOf },
    kinds: effectKinds,
  };
}

const inStore: TestServer['server']['deps']['database']['inStore'] = (storeId, work) =>
  server.server.deps.database.inStore(storeId, work);

const effectOf = async ({ effectId }: Wanted): Promise<EffectRow> => {
  const effect = await inStore(server.storeId, (db) => effectById(db, server.storeId, effectId));
  if (!effect) throw new Error('the effect is gone');
  return effect;
};

/** Moves the clock of all that waits to the next try, and answers how far. */
async function toNextTry(): Promise<number> {
  return inStore(server.storeId, async (db) => {
    const { rows } = await sql<{ ms: number }>`
      select greatest(0, extract(epoch from min(next_try_on) - now()) * 1000)::float8 as ms
      from effect where state = 'waiting'`.execute(db);
    const ms = rows[0]?.ms ?? 0;
    await sql`update effect set next_try_on = next_try_on - ${ms} * interval '1 millisecond' where state = 'waiting'`.execute(
      db,
    );
    return ms;
  });
}

/** Carries out what is due; each is one try. */
async function tryDue(options: WorkerOptions<EffectDeps>): Promise<EffectRow[]> {
  const due = await takeDueEffects(options.database, 100, MINUTE);
  await Promise.all(due.map((effect) => carryOut(effect, options)));
  return due;
}

// After a lost answer a look-up at Shopify may lag behind this long.
const SETTLE_MS = 5_000;

/** Between which milliseconds the next try must lie; `askedMs` is what the partner asked for. */
function scheduled(attempts: number, askedMs: number): [number, number] {
  const backoff = Math.min(5 * MINUTE, 2_000 * 2 ** (attempts - 1));
  return [Math.max(askedMs, backoff * 0.9), Math.max(askedMs, SETTLE_MS, backoff * 1.1)];
}

test('partners down for an hour: everything waits, says why, and is done once when they are back', async () => {
  const wanted: [Proof, Wanted][] = [];
  for (const name of NAMES) {
    const proof = PROOFS[name];
    if (!proof) throw new Error(`no proof of ${name}`);
    wanted.push([proof, await proof.want(shop)]);
  }
  const staff = await server.staff();
  const options = await throughGates();
  let elapsed = 0;
  for (const phase of PHASES) {
    await phase.begin();
    const tried = new Set<number>();
    while (elapsed < phase.untilMs) {
      const due = await tryDue(options);
      const seenAt = Date.now();
      for (const { effect_id: effectId, attempts, kind } of due) {
        tried.add(effectId);
        const row = await inStore(server.storeId, (db) => effectById(db, server.storeId, effectId));
        expect(row).toMatchObject({ state: 'waiting', attempts });
        expect(row?.last_error).toMatch(phase.words);
        const asked = phase.words.test('throttling') && kind !== 'email' ? AFTER_SECONDS * 1000 : 0;
        const [least, most] = scheduled(attempts, asked);
        const waits = (row?.next_try_on.getTime() ?? 0) - seenAt;
        expect(waits).toBeGreaterThan(least - 3_000);
        expect(waits).toBeLessThanOrEqual(most + 50);
      }
      elapsed += await toNextTry();
    }
    expect(tried.size).toBe(wanted.length);
    for (const [, { claim, effectId }] of wanted) {
      const shown = await staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: claim.id } });
      const effect = shown.effects.find((one) => one.id === effectId);
      expect(effect).toMatchObject({ state: 'waiting' });
      expect(effect?.lastError).toMatch(phase.words);
      expect(Date.parse(effect?.nextTryOn ?? '')).not.toBeNaN();
    }
  }
  for (const [, one] of wanted) expect((await effectOf(one)).attempts).toBeGreaterThan(12);
  await each((gate) => gate.open());
  for (let round = 0; round < 20; round += 1) {
    await tryDue(options);
    if ((await Promise.all(wanted.map(([, one]) => effectOf(one)))).every((effect) => effect.state === 'done')) break;
    await toNextTry();
  }
  for (const [proof, one] of wanted) {
    expect(await effectOf(one)).toMatchObject({ state: 'done', last_error: null });
    const loaded = await inStore(server.storeId, (db) => claimById(db, server.storeId, one.claim.id));
    if (!loaded) throw new Error('the claim is gone');
    await proof.expectOnce(shop, one, loaded.claim);
  }
});
