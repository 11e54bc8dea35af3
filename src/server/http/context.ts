import type { Access } from '#contract/route.ts';
import type { RoleCode } from '#core/roles.ts';
import type { Logger } from '#server/log.ts';

export type SignedInUser = {
  userId: number;
  /** The id of the sign-in provider. */
  idFromPlatform: string;
  email: string;
  firstName: string;
  lastName: string;
  isProviderAdmin: boolean;
  /** The helpdesk that opened the session, for one store alone; null for a person who signed in. */
  helpdesk: { storeId: number; ref: string; mayFinalize: boolean } | null;
};

/** One order of one store, proven by number with email or postal code, or by an emailed link. */
export type PortalSession = {
  storeId: number;
  slug: string;
  orderId: number;
  orderIdFromPlatform: string;
  /** Absent in sessions opened before it was kept. */
  provenBy?: 'email' | 'postalCode' | 'link' | undefined;
  /** Absent in sessions opened before it was kept. */
  openedOn?: string | undefined;
  /** See `ownedSince`: claims made before are those of a former owner. */
  ownedSince?: string | undefined;
  /**
   * A gift recipient has the order open, not the buyer: no prices, no buyer, and only claims made in this session or
   * opened by its emailed link.
   */
  gift?: { externalIds: string[] } | undefined;
};

/** Proof by email or by an emailed link; a postcode proves nothing of who asks. */
export const isBuyerProven = ({ provenBy }: Pick<PortalSession, 'provenBy'>): boolean =>
  provenBy === 'email' || provenBy === 'link';

/** What every handler gets. */
export type RequestContext = {
  requestId: string;
  log: Logger;
  /** Address of the caller, for limits; never logged. */
  address: string;
  /** What the reader of the answer would read, the dearest first: `pt-BR`, `en`. */
  wishes: readonly string[];
  /** Opens the portal for this order; the order opened last is the one that is open. */
  setPortalSession(session: PortalSession): void;
  /** Closes the order that is open in a store's portal. */
  endPortalSession(slug: string): void;
  /** The token of the helpdesk's session this browser came with, open or not. */
  formerHelpdeskToken: string | undefined;
  /** Signs this browser in with the token of a helpdesk's session just opened. */
  setHelpdeskToken(token: string): void;
};

export type PortalContext = RequestContext & { portal: PortalSession };
export type SessionContext = RequestContext & { user: SignedInUser; csrfToken: string; endSession(): Promise<void> };
export type StoreContext = SessionContext & { storeId: number; roleCode: RoleCode };

/** What the access of a route guarantees its handler. */
export type ContextOf<A extends Access> = A extends 'staff' | 'money' | 'exports' | 'admin' | 'superAdmin'
  ? StoreContext
  : A extends 'session' | 'provider'
    ? SessionContext
    : A extends 'portal'
      ? PortalContext
      : RequestContext;
