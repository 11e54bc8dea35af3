import { factValues } from '#contract/merchant/facts.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { countriesByName } from '#core/countries.ts';
import {
  FACT_NAMES,
  factOf,
  isPlatformThing,
  type FactName,
  type NamedThing,
  type PlatformThing,
} from '#core/automations/facts.ts';
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
import { PartnerError, type CallContext } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { keptSegments } from '#server/db/customer-segments.ts';
import { keptLocations } from '#server/db/stock-locations.ts';
import { locationsOfStore } from '#server/rules/bring-locations.ts';
import { segmentsOfStore } from '#server/rules/bring-segments.ts';
import { inTime } from '#server/rules/in-time.ts';

type Option = { value: string | number; label: string };
type Wanted = { customFieldId?: number | undefined; searchTerm: string; take: number };
type Deps = Pick<ServerDeps, 'database' | 'storefrontOf'>;
/** Those of a store; null where the platform doesn't answer. */
type AtPlatform = Record<PlatformThing, readonly Option[] | null>;

/** Values to compare facts with. */
export const factHandler = (deps: Deps): Handler =>
  handle(factValues, async ({ query }, { storeId, requestId }) => {
    const facts = query.fact ? [query.fact] : FACT_NAMES.filter((fact) => factOf(fact).options !== undefined);
    const atPlatform = await thingsAtPlatform(deps, storeId, facts, { requestId, priority: 'staff' });
    return deps.database.readStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
      const lists: Pick<RouteAnswer<typeof factValues>, 'definite' | 'arbitrary'> = { definite: {}, arbitrary: {} };
      const hasMore: FactName[] = [];
      const last = await lastKnown(db, storeId, atPlatform);
      for (const fact of facts) {
        const { options, isOpen } = await valuesOf(db, store, { ...query, fact }, last);
        lists[isOpen ? 'arbitrary' : 'definite'][fact] = options.slice(0, query.take);
        if (options.length > query.take) hasMore.push(fact);
      }
      return { ...lists, hasMore, unreachable: facts.filter((fact) => isUnanswered(fact, atPlatform)) };
    });
  });

/** What of these facts the platform is asked for; a store that is not connected has none. */
async function thingsAtPlatform(
  deps: Deps,
  storeId: number,
  facts: readonly FactName[],
  context: CallContext,
): Promise<AtPlatform> {
  const isAsked = (of: PlatformThing): boolean => facts.some((fact) => platformThingOf(fact) === of);
  const [fulfillmentLocation, customerSegment] = await Promise.all([
    isAsked('fulfillmentLocation') ? toldBy(() => locationsOfStore(deps, storeId, context)) : [],
    isAsked('customerSegment') ? toldBy(() => segmentsOfStore(deps, storeId, context)) : [],
  ]);
  return { fulfillmentLocation, customerSegment };
}

type PlatformNamed = readonly { idFromPlatform: string; name: string }[];

/** Null where the platform doesn't answer in time; an answer that comes later is kept for the next time. */
function toldBy(ask: () => Promise<PlatformNamed>): Promise<readonly Option[] | null> {
  return inTime(ask().then(optionsNamed, noneOfRefused));
}

function noneOfRefused(error: unknown): readonly Option[] | null {
  if (!(error instanceof PartnerError)) throw error;
  return error.kind === 'refused' ? [] : null;
}

const optionsNamed = (all: PlatformNamed): Option[] =>
  all.map(({ idFromPlatform: value, name: label }) => ({ value, label }));

function platformThingOf(fact: FactName): PlatformThing | null {
  const { options } = factOf(fact);
  return options?.kind === 'named' && isPlatformThing(options.of) ? options.of : null;
}

function isUnanswered(fact: FactName, atPlatform: AtPlatform): boolean {
  const of = platformThingOf(fact);
  return of !== null && atPlatform[of] === null;
}

/** Where the platform doesn't answer, what it had when it was last asked. */
async function lastKnown(
  db: Db,
  storeId: number,
  { fulfillmentLocation, customerSegment }: AtPlatform,
): Promise<Record<PlatformThing, readonly Option[]>> {
  return {
    fulfillmentLocation: fulfillmentLocation ?? optionsNamed((await keptLocations(db, storeId)) ?? []),
    customerSegment: customerSegment ?? optionsNamed((await keptSegments(db, storeId)) ?? []),
  };
}

/** One more than is wanted, where there are more. */
async function valuesOf(
  db: Db,
  store: StoreRow,
  { fact, customFieldId, searchTerm, take }: Wanted & { fact: FactName },
  atPlatform: Record<PlatformThing, readonly Option[]>,
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
        options: searched(
          isPlatformThing(options.of) ? atPlatform[options.of] : await namedThings(db, store, options.of),
        ),
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

async function namedThings(db: Db, store: StoreRow, of: Exclude<NamedThing, PlatformThing>): Promise<Option[]> {
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
  [...new Set(reasonsOf(store).flatMap(({ details, isDeleted }) => (isDeleted ? [] : details)))].map((value) => ({
    value,
    label: value,
  }));
