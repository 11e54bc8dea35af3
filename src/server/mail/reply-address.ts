import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#core/dates.ts';
import type { Config } from '#server/config.ts';

/** How long an address in an email can be answered. */
export const REPLY_DAYS = 400;
const MAC_LETTERS = 16;
// Mail servers may change the case of letters, so there are only small ones; the part before the @ has at most 64.
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const TOKEN = /^r([0-9a-z]{1,7})-([0-9a-z]{1,10})-([0-9a-z]{1,5})-([a-z2-7]+)$/;

export type ReplyTo = { storeId: number; shippingClaimId: number };
export type ReadReply = { kind: 'other' | 'forged' } | ({ kind: 'expired' | 'valid' } & ReplyTo);

type Inbound = Pick<Config, 'MAIL_INBOUND_ADDRESS'>;

/** Where an answer to an email of a claim goes; null where nothing is taken in. */
export function replyAddress(config: Inbound, secret: string, to: ReplyTo, now: Date): string | null {
  const inbound = inboundOf(config);
  if (!inbound) return null;
  const day = Math.floor(now.getTime() / DAY_MS);
  const body = [to.storeId, to.shippingClaimId, day].map((part) => part.toString(36)).join('-');
  const token = `r${body}-${macOf(secret, body)}`;
  return inbound.local === '' ? `${token}@${inbound.domain}` : `${inbound.local}+${token}@${inbound.domain}`;
}

/** What an address names. `other`: it's none of those that we make. */
export function readReplyAddress(config: Inbound, secret: string, address: string, now: Date): ReadReply {
  const inbound = inboundOf(config);
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (!inbound || lower.slice(at + 1) !== inbound.domain) return { kind: 'other' };
  const local = lower.slice(0, at);
  const prefix = inbound.local === '' ? '' : `${inbound.local}+`;
  if (!local.startsWith(prefix) || local === prefix) return { kind: 'other' };
  const token = local.slice(prefix.length);
  const [, storeId = '', claimId = '', day = '', mac = ''] = TOKEN.exec(token) ?? [];
  const expected = Buffer.from(macOf(secret, `${storeId}-${claimId}-${day}`));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    // A domain of our own may have other addresses.
    return { kind: inbound.local === '' && !/^r[0-9a-z]+-/.test(token) ? 'other' : 'forged' };
  const named = { storeId: Number.parseInt(storeId, 36), shippingClaimId: Number.parseInt(claimId, 36) };
  const isOver = (Number.parseInt(day, 36) + REPLY_DAYS) * DAY_MS <= now.getTime();
  return { kind: isOver ? 'expired' : 'valid', ...named };
}

/** `claims@in.example.com` takes `claims+token@`; `@in.example.com` takes `token@`. */
export function inboundOf({ MAIL_INBOUND_ADDRESS: address }: Inbound): { local: string; domain: string } | null {
  if (address === undefined) return null;
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, at).toLowerCase(), domain: address.slice(at + 1).toLowerCase() };
}

function macOf(secret: string, body: string): string {
  const bytes = createHmac('sha256', secret).update(`mail reply\n${body}`).digest();
  return [...bytes.subarray(0, MAC_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
