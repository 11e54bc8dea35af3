import { DAY_MS } from '#core/dates.ts';
import { z } from 'zod';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'access-code';
const DAYS = 7;
const Payload = z.object({ storeId: z.number().int() });

/** Shows a person who installed the app which emails can open the store; valid for seven days. */
export const welcomeUrl = (publicUrl: string, secret: string, storeId: number, now: Date): string =>
  `${publicUrl}/welcome?accessCode=${encodeURIComponent(
    signToken(secret, PURPOSE, { storeId }, new Date(now.getTime() + DAYS * DAY_MS)),
  )}`;

/** The store of an access code; null when it is forged or too old. */
export const storeOfAccessCode = (secret: string, accessCode: string, now: Date): number | null =>
  readToken(secret, PURPOSE, accessCode, Payload, now)?.storeId ?? null;
