import { z } from 'zod';

/** What the DNS of a domain must say before emails are sent from it; DMARC is advice. */
export const RECORD_KINDS = ['dkim', 'spf', 'dmarc'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** What a look found. `different`: a record is there that says something else. */
export const Found = z.object({ state: z.enum(['found', 'missing', 'different', 'several']), seen: z.string() });
export type Found = z.infer<typeof Found>;
export const FoundRecords = z.partialRecord(z.enum(RECORD_KINDS), Found);
export type FoundRecords = z.infer<typeof FoundRecords>;

export type DomainKey = { domain: string; selector: string; publicKey: string };

/** Where each record stands. */
export const recordName = (kind: RecordKind, { domain, selector }: Omit<DomainKey, 'publicKey'>): string =>
  ({ dkim: `${selector}._domainkey.${domain}`, spf: domain, dmarc: `_dmarc.${domain}` })[kind];

/** What a record is to say, given what stands there. `spf`: the mechanism that lets our mail server send. */
export function recordValue(kind: RecordKind, { publicKey }: Pick<DomainKey, 'publicKey'>, spf: string, seen: string) {
  switch (kind) {
    case 'dkim':
      return `v=DKIM1; k=rsa; p=${publicKey}`;
    case 'spf':
      // A domain has one such record: ours joins what is there.
      return /^v=spf1\b/i.test(seen) ? seen.trim().replace(/^v=spf1/i, `v=spf1 ${spf}`) : `v=spf1 ${spf} ~all`;
    case 'dmarc':
      return 'v=DMARC1; p=none';
  }
}

/** What the texts at the place of a record say of it. */
export function judgeRecord(
  kind: RecordKind,
  texts: readonly string[],
  wanted: { publicKey: string; spf: string },
): Found {
  const own = texts.filter((text) => BEGINS[kind].test(text.trim()));
  const [seen] = own;
  if (seen === undefined) return { state: 'missing', seen: '' };
  // Receivers take several SPF or DMARC records for none (RFC 7208, RFC 7489).
  if (own.length > 1 && kind !== 'dkim') return { state: 'several', seen: own.join('\n') };
  const fits = own.find((text) => isRight(kind, text, wanted));
  return fits === undefined ? { state: 'different', seen } : { state: 'found', seen: fits };
}

const BEGINS: Readonly<Record<RecordKind, RegExp>> = {
  dkim: /(?:^|;)\s*p\s*=/i,
  spf: /^v=spf1(?:\s|$)/i,
  dmarc: /^v=DMARC1\b/i,
};

function isRight(kind: RecordKind, text: string, { publicKey, spf }: { publicKey: string; spf: string }): boolean {
  switch (kind) {
    case 'dkim':
      return /(?:^|;)\s*p\s*=\s*([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, '') === publicKey;
    case 'spf':
      return text
        .trim()
        .split(/\s+/)
        .some((part) => part.toLowerCase().replace(/^\+/, '') === spf.toLowerCase());
    case 'dmarc':
      return true;
  }
}

/** Whether emails may be sent from the domain, by what was found. */
export const isProven = ({ dkim, spf }: FoundRecords): boolean => dkim?.state === 'found' && spf?.state === 'found';

export const DomainStatus = z.enum(['waiting', 'verified', 'failing']);
export type DomainStatus = z.infer<typeof DomainStatus>;
export const statusOfDomain = (row: { verified_on: Date | null; failing_since: Date | null }): DomainStatus =>
  row.failing_since ? 'failing' : row.verified_on ? 'verified' : 'waiting';

const Label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A domain as people type it, or null: "https://Shop.example/", "@shop.example". International names in ASCII. */
export function domainFrom(typed: string): string | null {
  const host = typed.trim().toLowerCase().replace(/^@/, '');
  const url = URL.parse(/^[a-z]+:\/\//.test(host) ? host : `https://${host}`);
  const domain = url?.hostname.replace(/\.$/, '') ?? '';
  const labels = domain.split('.');
  const isDomain = labels.length >= 2 && domain.length <= 253 && labels.every((label) => Label.test(label));
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') && url?.username === '' ? domain : null;
}

/** Whether an address may be sent from: one of the proven domain, or ours (S5.05). */
export function problemOfSendFrom(email: string, domain: string | null, noReply: string): string | null {
  const address = email.trim().toLowerCase();
  if (address === noReply.toLowerCase()) return null;
  const isOfDomain = domain !== null && z.email().safeParse(address).success && address.endsWith(`@${domain}`);
  return isOfDomain ? null : `Email send from must be a valid email address ending with ${domain ?? noReply}`;
}
