import { z } from 'zod';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const PortalHost = z.object({
  host: z.string(),
  /** Where the portal is at that host. */
  url: z.string(),
  /** What has to stand in the DNS. */
  records: z.array(z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() })),
  /** When the DNS was last asked. */
  checkedOn: z.string().nullable(),
  /** Since when the DNS proves the host: the portal is served there. */
  verifiedOn: z.string().nullable(),
  /** Since when emails, labels and codes lead there. */
  linkedOn: z.string().nullable(),
});

const NO_HOST = { HOST_NOT_FOUND: 'The store has no host of its own' };

export const getPortalHost = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/portal-host',
  access: 'admin',
  summary: "Get the portal's own host, what proves it, and how far it is",
  params: StoreParams,
  response: z.object({ portalHost: PortalHost.nullable() }),
});

export const setPortalHost = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/portal-host',
  access: 'admin',
  summary: 'Name a host for the portal; it is served there once the DNS proves it',
  params: StoreParams,
  body: z.object({ host: z.string().trim().min(1, 'Must not be empty.').max(300) }),
  response: z.object({ portalHost: PortalHost }),
  errors: {
    HOST_INVALID: "It isn't a DNS name",
    HOST_TAKEN: 'It is the host of this installation, or of another store',
    HOST_IN_USE: 'The store has another host; remove that one first',
  },
});

export const checkPortalHost = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/portal-host/check',
  access: 'admin',
  summary: 'Look the proof of the host up in the DNS',
  params: StoreParams,
  response: z.object({ portalHost: PortalHost }),
  errors: {
    ...NO_HOST,
    HOST_TAKEN: 'Another store proved it first',
    DNS_UNAVAILABLE: "The DNS didn't answer",
  },
});

export const linkPortalHost = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/portal-host/link',
  access: 'admin',
  summary: 'Lead emails, labels and codes to the host, or to the usual address again',
  params: StoreParams,
  body: z.object({ isLinked: z.boolean() }),
  response: z.object({ portalHost: PortalHost }),
  errors: { ...NO_HOST, HOST_UNPROVEN: "The DNS doesn't prove the host yet" },
});

export const removePortalHost = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/portal-host',
  access: 'admin',
  summary: 'Stop serving the portal at its own host',
  params: StoreParams,
  response: Nothing,
});
