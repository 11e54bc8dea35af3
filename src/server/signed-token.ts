import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const Envelope = z.object({ payload: z.unknown(), expires: z.number().int() });

/** A token anyone can read and no one can alter: `body.signature`. A token made for one purpose works for no other. */
export function signToken(secret: string, purpose: string, payload: object, expiresOn: Date): string {
  const body = Buffer.from(JSON.stringify({ payload, expires: expiresOn.getTime() })).toString('base64url');
  return `${body}.${signature(secret, purpose, body)}`;
}

/** The payload, or null when the token is forged, malformed, expired or made for something else. */
export function readToken<T>(secret: string, purpose: string, token: string, shape: z.ZodType<T>, now: Date): T | null {
  const [body = '', given = '', ...rest] = token.split('.');
  const expected = Buffer.from(signature(secret, purpose, body));
  const got = Buffer.from(given);
  if (rest.length > 0 || got.length !== expected.length || !timingSafeEqual(got, expected)) return null;
  const envelope = Envelope.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  if (!envelope.success || envelope.data.expires <= now.getTime()) return null;
  const payload = shape.safeParse(envelope.data.payload);
  return payload.success ? payload.data : null;
}

const signature = (secret: string, purpose: string, body: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${body}`).digest('base64url');
