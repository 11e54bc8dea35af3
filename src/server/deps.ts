import type {
  CardPayments,
  Dns,
  Files,
  Identity,
  Labels,
  Mail,
  MailboxToRead,
  Payments,
  Storefront,
  StorefrontInstall,
} from '#partners/ports.ts';
import type { Documents } from '#partners/registry.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';

/** What the parts of the server are given. A part asks for the few it needs with `Pick<ServerDeps, ...>`. */
export type ServerDeps = {
  config: Config;
  /** Of config or made at first start; signs links and sessions, seals tokens of partners. */
  secret: string;
  database: Database;
  log: Logger;
  metrics: Metrics;
  identity: Identity;
  files: Files;
  documents: Documents;
  mail: Mail;
  /** Null where no mail is fetched. */
  mailboxToRead: MailboxToRead | null;
  dns: Dns;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** Everyone set up to sell labels. */
  labels: readonly Labels[];
  /** Who sells a store its labels; null when that provider is not set up: then only packing slips are offered. */
  labelsOf(storeId: number): Promise<Labels | null>;
  /** Money from shoppers by card; null when no provider is set. */
  payments: CardPayments | null;
  install: StorefrontInstall;
  /** The platform of one store, with its own token. */
  storefrontOf(storeId: number): Promise<Storefront>;
  /** A store's way of taking money from shoppers; null when that provider is not set up. */
  paymentsOf(storeId: number, provider: Payments['provider']): Promise<Payments | null>;
};
