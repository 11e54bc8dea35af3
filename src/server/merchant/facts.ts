import { factValues } from '#contract/merchant/facts.ts';
import { countriesByName } from '#core/countries.ts';
import { factOf, type FactName, type NamedThing } from '#core/automations/facts.ts';
import { fieldsWithIds, optionsOf } from '#core/claims/field-answers.ts';
import { hasOptions } from '#core/claims/field-shapes.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { customFields, fieldsToAsk } from '#server/db/custom-fields.ts';
import { seenValues } from '#server/db/fact-values.ts';
import { productGroups } from '#server/db/product-groups.ts';
import { returnLocations } from '#server/db/return-locations.ts';
import { reasonsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { PartnerError } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

type Option = { value: string | number; label: string };
type Wanted = { fact: FactName; customFieldId?: number | undefined; searchTerm: string; take: number };

/** Values to compare facts with. */
export const factHandler = (deps: Pick<ServerDeps, 'database' | 'storefrontOf'>): Handler =>
  handle(factValues, async ({ query }, { storeId, requestId }) => {
    const { options } = factOf(query.fact);
    const isAtPlatform = options?.kind === 'named' && options.of === 'fulfillmentLocation';
    const locations = isAtPlatform ? await locationsAtPlatform(deps, storeId, requestId) : [];
    return deps.database.readStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
      const { options, isOpen } = await valuesOf(db, store, query, locations);
      return { options: options.slice(0, query.take), hasMore: options.length > query.take, isOpen };
    });
  });

/** Where the store keeps its goods; none where it is not connected. Refuses PLATFORM_UNREACHABLE. */
async function locationsAtPlatform(
  { storefrontOf }: Pick<ServerDeps, 'storefrontOf'>,
  storeId: number,
  requestId: string,
): Promise<Option[]> {
  try {
    const all = await (await storefrontOf(storeId)).locations({ requestId, priority: 'staff' });
    return all.map(({ idFromPlatform: value, name: label }) => ({ value, label }));
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    if (error.kind === 'refused') return [];
    throw new Refusal(
      'conflict',
      'PLATFORM_UNREACHABLE',
      "Your store platform doesn't answer right now. Please try again in a minute.",
    );
  }
}

/** One more than is wanted, where there are more. */
async function valuesOf(
  db: Db,
  store: StoreRow,
  { fact, customFieldId, searchTerm, take }: Wanted,
  locations: readonly Option[],
): Promise<{ options: Option[]; isOpen: boolean }> {
  const { options } = factOf(fact);
  const searched = (all: readonly Option[]): Option[] => {
    const words = searchTerm.toLowerCase();
    return all.filter(
      ({ value, label }) => label.toLowerCase().includes(words) || String(value).toLowerCase() === words,
    );
  };
  switch (options?.kind) {
    case 'definite':
      return { options: searched(options.options), isOpen: false };
    case 'countries':
      return { options: searched(COUNTRIES), isOpen: false };
    case 'named':
      return {
        options: searched(options.of === 'fulfillmentLocation' ? locations : await namedThings(db, store, options.of)),
        isOpen: false,
      };
    case 'arbitrary': {
      if (customFieldId !== undefined && fact === 'claim/customField') {
        const choices = await choicesOfField(db, store, customFieldId);
        return { options: searched(choices ?? []), isOpen: choices === null };
      }
      if (fact === 'claim/reasonDetail') return { options: searched(reasonDetails(store)), isOpen: true };
      const values = await seenValues(db, store.store_id, fact, { search: searchTerm, take: take + 1 });
      return { options: (values ?? []).map((value) => ({ value, label: value })), isOpen: true };
    }
    case undefined:
      return { options: [], isOpen: true };
  }
}

/** What a custom field may be answered with; null where that is typed. */
async function choicesOfField(
  db: Db,
  { store_id: storeId }: StoreRow,
  customFieldId: number,
): Promise<Option[] | null> {
  const [field] = fieldsWithIds(await fieldsToAsk(db, storeId), [customFieldId]);
  if (!field) throw new Refusal('notFound', 'CUSTOM_FIELD_NOT_FOUND', "This custom field doesn't exist.");
  return hasOptions(field) ? optionsOf(field).map((value) => ({ value, label: value })) : null;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES: readonly Option[] = countriesByName((code) => countryNames.of(code) ?? code).map(({ code, name }) => ({
  value: code,
  label: name,
}));

async function namedThings(db: Db, store: StoreRow, of: Exclude<NamedThing, 'fulfillmentLocation'>): Promise<Option[]> {
  switch (of) {
    case 'reason':
      return reasonsOf(store)
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ id, name }) => ({ value: id, label: name }));
    case 'returnLocation':
      return (await returnLocations(db, store.store_id)).map((row) => ({ value: row.location_id, label: row.name }));
    case 'productGroup':
      return (await productGroups(db, store.store_id)).map((row) => ({ value: row.group_id, label: row.name }));
    case 'customField':
      return (await customFields(db, store.store_id)).map((row) => ({
        value: row.custom_field_id,
        label: row.display_name,
      }));
  }
}

const reasonDetails = (store: StoreRow): Option[] =>
  [...new Set(reasonsOf(store).flatMap(({ details }) => details))].map((value) => ({ value, label: value }));
