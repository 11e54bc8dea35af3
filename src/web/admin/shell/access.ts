import type { RouteAnswer } from '#contract/route.ts';
import type { me } from '#contract/merchant/merchant.ts';

export type Me = RouteAnswer<typeof me>;
export type MyStore = Me['stores'][number];

/** Admins, provider admins, and anyone in a test store (C6.02). */
export const isAdminOf = (store: MyStore, isProviderAdmin: boolean): boolean =>
  isProviderAdmin || store.isTest || store.roleCode !== 'Staff';

/** Names for picking; two stores of the same name are told apart by their id (C2.14). */
export const storeLabels = (stores: readonly { id: number; name: string }[]): Map<number, string> =>
  new Map(
    stores.map((store) => [
      store.id,
      stores.some((other) => other.id !== store.id && other.name === store.name)
        ? `${store.name} (${store.id})`
        : store.name,
    ]),
  );
