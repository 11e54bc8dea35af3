import type * as contract from '#contract/customer/customer.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { policyUrlOf } from '#core/policy/published/policy-url.ts';
import { themeOf } from '#core/policy/theme-of.ts';
import { compileMessage } from '#core/texts/compile.ts';
import { isOwnTextId } from '#core/texts/defaults.ts';
import { languageFor } from '#core/texts/languages.ts';
import { programTexts } from '#core/texts/program-name.ts';
import type { Database } from '#server/db/connect.ts';
import { portalTextsIn } from '#server/db/portal-texts.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { storePolicyOf, type Offered } from '#server/policy.ts';
import { textsIn } from '#server/texts.ts';

export type Storefront = RouteAnswer<typeof contract.storefront>;

type Around = {
  offered: Offered;
  /** What the shopper would read, the dearest first. */
  wishes: readonly string[];
};

/** What the portal shows of a store before anybody has looked an order up, in the offered language that suits best. */
export async function storefrontFor(
  database: Pick<Database, 'readStore'>,
  store: StoreRow,
  { offered, wishes }: Around,
): Promise<Storefront> {
  const settings = settingsOf(store);
  const { portalLanguages, defaultLanguage } = settings.languages;
  const language = languageFor(wishes, portalLanguages, defaultLanguage);
  const said = await database.readStore(store.store_id, (db) => portalTextsIn(db, store.store_id, language));
  const inProgramName = Object.entries(
    programTexts(await textsIn(language), settings.portalTexts.warrantyProgramName, language),
  );
  const policy = storePolicyOf(store, offered);
  return {
    slug: store.slug,
    name: store.name,
    ...themeOf(settings, store.name),
    supportEmail: settings.email.supportEmail,
    isReturnsEnabled: policy.isReturnsEnabled,
    isGiftReturnEnabled: policy.isGiftReturnEnabled,
    isWithdrawalOffered: settings.withdrawal.isWithdrawalOffered,
    isAdvancedExchangeEnabled: policy.isAdvancedExchangeEnabled,
    isInstantExchangeEnabled: policy.isInstantExchangeEnabled,
    isShopNowEnabled: policy.isShopNowEnabled,
    languages: portalLanguages,
    language,
    texts: Object.fromEntries(
      [...inProgramName, ...said].map(([id, text]) => [id, isOwnTextId(id) ? text : compileMessage(text)]),
    ),
    policyUrl: policyUrlOf(settings, `/p/${encodeURIComponent(store.slug)}`),
    embeddedIn: settings.embedding.embeddedIn,
  };
}
