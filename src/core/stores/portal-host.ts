/** Where the text that proves a host is looked for. */
export const proofName = (host: string): string => `_makegood.${host}`;
export const proofText = (proof: string): string => `makegood-portal=${proof}`;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`);

/** A DNS name as people type or paste it; null where it is none. */
export function hostOf(typed: string): string | null {
  const address = URL.parse(/^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`);
  // As DNS has it: letters of other alphabets become xn--.
  const host = address?.hostname.toLowerCase() ?? '';
  return host.length <= 253 && HOST.test(host) ? host : null;
}

/** Whether the texts found at a name prove the host. */
export const isProven = (texts: readonly string[], proof: string): boolean =>
  texts.some((text) => text.trim() === proofText(proof));
