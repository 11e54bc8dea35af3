import type { RouteAnswer } from '#contract/route.ts';
import type { me } from '#contract/merchant/me.ts';
import { can } from '#core/roles.ts';

export type Me = RouteAnswer<typeof me>;
export type MyStore = Me['stores'][number];

/** Admins, provider admins, and anyone in a test store but a helpdesk (C6.02); the server decides by the same rule. */
export const isAdminOf = (store: MyStore, isProviderAdmin: boolean): boolean =>
  can(isProviderAdmin ? 'Makegood_Admin' : store.roleCode, 'settings', store);

/** Provider admins, and anyone in a test store (C2.09). */
export const isSuperAdminOf = (store: MyStore, isProviderAdmin: boolean): boolean =>
  can(isProviderAdmin ? 'Makegood_Admin' : store.roleCode, 'providerControls', store);

/** Names for the store picker; stores with the same name show their id (C2.14). */
export const storeLabels = (stores: readonly { id: number; name: string }[]): Map<number, string> =>
  new Map(
    stores.map((store) => [
      store.id,
      stores.some((other) => other.id !== store.id && other.name === store.name)
        ? `${store.name} (${store.id})`
        : store.name,
    ]),
  );
