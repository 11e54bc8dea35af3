import { z } from 'zod';

const ResultLink = z.object({ label: z.string(), url: z.string().nullable() });
export type ResultLink = z.infer<typeof ResultLink>;

/** What a done effect made, as people see it: every kind leaves this in its result. */
export const resultLinkOf = (result: unknown): ResultLink | null => {
  const link = ResultLink.safeParse(result).data;
  // It named an erased customer.
  return link === undefined || link.label === '' ? null : link;
};

const OrderMade = z.object({ idFromPlatform: z.string(), orderNo: z.string(), platformAdminUrl: z.string() });
const NO_ORDER = { idFromPlatform: null, orderNo: null, platformAdminUrl: null };

/** The order a done exchange or replacement made; nothing while it waits. */
export const exchangeResultOf = (result: unknown): z.infer<typeof OrderMade> | typeof NO_ORDER =>
  OrderMade.safeParse(result).data ?? NO_ORDER;
