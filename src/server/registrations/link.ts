import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '#core/dates.ts';
import type { RegistrationRow } from '#server/db/registrations.ts';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'registration-link';
// On a printed certificate: as long as most warranties.
const LINK_DAYS = 10 * 365;

const Link = z.object({ storeId: z.number().int(), registrationId: z.number().int(), sentTo: z.string() });

/** Stands for an email in a link, which is passed on and logged by others. */
const markOf = (externalId: string, email: string): string =>
  createHash('sha256').update(`${externalId} ${email.trim().toLowerCase()}`).digest('base64url').slice(0, 16);

/** A token that opens a registration for its owner, until it has another one. */
export const registrationToken = (secret: string, row: RegistrationRow, now: Date): string =>
  signToken(
    secret,
    PURPOSE,
    {
      storeId: row.store_id,
      registrationId: row.registration_id,
      sentTo: markOf(row.external_id, row.customer_email),
    },
    new Date(now.getTime() + LINK_DAYS * DAY_MS),
  );

/** The registration a token names; null for one that is forged or too old. */
export const readRegistrationToken = (
  secret: string,
  token: string,
  now: Date,
): { storeId: number; registrationId: number; sentTo: string } | null => readToken(secret, PURPOSE, token, Link, now);

/** Whether a link was sent to the owner it has now. */
export const isSentToOwner = (row: RegistrationRow, { sentTo }: { sentTo: string }): boolean =>
  sentTo === markOf(row.external_id, row.customer_email);

/** Where the certificate is in the portal, for its owner. */
export const certificateUrl = (publicUrl: string, slug: string, token: string): string =>
  `${publicUrl}/p/${encodeURIComponent(slug)}/register/certificate?token=${token}`;
