/** The store's name with the address emails may be sent from. */
export function senderName(storeName: string, from: string): string {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from.trim();
  return `"${storeName.replaceAll(/["\\\r\n]/g, ' ').trim()}" <${address}>`;
}
