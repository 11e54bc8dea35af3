import * as contract from '#contract/customer/customer.ts';
import { policyMarkup } from '#core/policy/published/json-ld.ts';
import { policyUrlOf } from '#core/policy/published/policy-url.ts';
import { policyStatement, type StatementInput } from '#core/policy/published/statement.ts';
import { policySections, type PolicySection } from '#core/policy/published/words.ts';
import { Refusal } from '#core/refusal.ts';
import type { Writer } from '#core/texts/writer.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { readerLanguage } from '#server/customer/session-order.ts';
import { productGroups } from '#server/db/product-groups.ts';
import { liveRules } from '#server/db/rules.ts';
import { portalTextsIn } from '#server/db/portal-texts.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, receive, type Handler } from '#server/http/serve.ts';
import { meansOf } from '#server/policy.ts';
import { writerSaying } from '#server/texts.ts';

type Deps = Pick<ServerDeps, 'database' | 'config' | 'labels' | 'payments'>;
type Published = { sections: PolicySection[]; ownPageUrl: string; markup: Readonly<Record<string, unknown>> };

/** Of how many stores and languages the last answer is kept: anyone may ask, and hundreds of rules take a while to phrase. */
const MOST_KEPT = 200;

/** The return policy as a store publishes it, for people and for search engines. */
export function returnPolicyHandlers(deps: Deps): Handler[] {
  const kept = new Map<string, { madeOf: string; published: Published }>();

  async function publishedBy(store: StoreRow, wishes: readonly string[]): Promise<Published | null> {
    const settings = settingsOf(store);
    if (!settings.publishedPolicy.isPolicyPublished) return null;
    const language = readerLanguage(store, wishes);
    const { rules, groups, said } = await deps.database.readStore(store.store_id, async (db) => ({
      rules: await liveRules(db, store.store_id),
      groups: (await productGroups(db, store.store_id)).map(({ group_id: id, name, warranty_days: warrantyDays }) => ({
        id,
        name,
        warrantyDays,
      })),
      said: await portalTextsIn(db, store.store_id, language),
    }));
    const means = meansOf(store, deps);
    const madeOf = JSON.stringify([
      settings,
      rules.version,
      groups,
      means,
      store.name,
      store.return_address,
      store.portal_host,
      [...said],
    ]);
    const key = `${store.store_id} ${language}`;
    const last = kept.get(key);
    if (last?.madeOf === madeOf) return last.published;
    const input = {
      settings,
      rules,
      means,
      storeCurrencyCode: store.currency_code,
      warrantyGroups: groups.flatMap(({ id, warrantyDays }) => (warrantyDays === null ? [] : [{ id, warrantyDays }])),
    };
    const writer = await writerSaying(store, language, said);
    const published = publish(store, input, {
      groups: new Map(groups.map(({ id, name }) => [id, name])),
      publicUrl: deps.config.PUBLIC_URL,
      writer,
    });
    kept.delete(key);
    kept.set(key, { madeOf, published });
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    return published;
  }

  return [
    handle(contract.returnPolicy, async ({ params }, { wishes }) => {
      const published = await publishedBy(await storeOfSlug(deps.database, params.slug), wishes);
      if (!published)
        throw new Refusal('notFound', 'POLICY_NOT_PUBLISHED', "This store doesn't publish its return policy here.");
      return published;
    }),
    // The shop's pages load it, so that search engines read there what holds now.
    receive('GET', '/api/customer/{slug}/return-policy.js', async ({ params }) => {
      const published = await publishedBy(await storeOfSlug(deps.database, params['slug'] ?? ''), []);
      return { status: 200, body: published ? scriptOf(published.markup) : '', headers: SCRIPT_HEADERS };
    }),
  ];
}

type Around = { groups: ReadonlyMap<number, string>; publicUrl: string; writer: Writer };

function publish(store: StoreRow, input: StatementInput, { groups, publicUrl, writer }: Around): Published {
  const { returnPolicyUrl } = input.settings.returns;
  const { reasons } = input.settings.reasons;
  return {
    sections: policySections(policyStatement(input), {
      writer,
      productGroup: (id) => groups.get(id) ?? String(id),
      reason: (id) => writer.own(reasons.find((reason) => reason.id === id)?.name ?? id),
    }),
    ownPageUrl: returnPolicyUrl,
    markup: policyMarkup({
      ...input,
      storeName: store.name,
      returnCountry: store.return_address?.countryCode ?? '',
      link: policyUrlOf(input.settings, portalAddress(publicUrl, store)),
    }),
  };
}

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=300',
  'cross-origin-resource-policy': 'cross-origin',
};

const scriptOf = (markup: object): string =>
  `{const s=document.createElement('script');s.type='application/ld+json';s.textContent=${JSON.stringify(JSON.stringify(markup))};document.head.append(s)}`;
