import { z } from 'zod';
import { AlertCategory, AlertSeverity } from '#core/alerts/alerts.ts';
import { Instant } from '#core/instant.ts';
import { Retried } from '#contract/claim-shapes.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const UserParams = StoreParams.extend({ userId: z.coerce.number().int().positive() });
const ReadOn = Instant.nullable();
const errors = { USER_NOT_FOUND: 'Not the signed-in user' };

/** C3.35. */
const Alert = z.object({
  id: z.number().int(),
  category: AlertCategory,
  severity: AlertSeverity,
  subject: z.string(),
  message: z.string(),
  url: z.string().nullable(),
  createdOn: z.string(),
  readOn: ReadOn,
});
export type Alert = z.infer<typeof Alert>;

/** As many as are listed: the newest. */
export const MOST_ALERTS = 100;

/** An alert as it was listed; it is raised again at a later instant. */
const SeenAlert = z.object({ id: z.number().int(), createdOn: Instant });
export type SeenAlert = z.infer<typeof SeenAlert>;

export const listAlerts = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/user/{userId}/alert',
  access: 'admin',
  summary: "List the store's alerts with the signed-in user's read state, newest first, at most 100",
  params: UserParams,
  query: z.object({ unreadOnly: z.enum(['true', 'false']).default('false') }),
  response: z.object({
    data: z.array(Alert),
    unreadCount: z.number().int(),
    unreadWarningCount: z.number().int(),
    /** Not an alert, which would outlive it: what is being retried at this moment. */
    retried: Retried,
  }),
  errors,
});
export const readAllAlerts = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/user/{userId}/alert',
  access: 'admin',
  summary: 'Mark every alert as read, or as unread with null (C4.22)',
  params: UserParams,
  body: z.object({
    readOn: ReadOn,
    /** All that were listed: what was raised since stays unread. Without it, that is read too. */
    seen: z.array(SeenAlert).max(MOST_ALERTS).exactOptional(),
  }),
  response: Nothing,
  errors,
});
export const readAlert = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/user/{userId}/alert/{alertId}',
  access: 'admin',
  summary: 'Mark one alert as read, or as unread with null',
  params: UserParams.extend({ alertId: z.coerce.number().int().positive() }),
  body: z.object({
    readOn: ReadOn,
    /** As it was listed: if it was raised again since, it stays unread. Without it, that is read too. */
    createdOn: Instant.exactOptional(),
  }),
  response: Nothing,
  errors: { ...errors, ALERT_NOT_FOUND: 'Alert not found' },
});
