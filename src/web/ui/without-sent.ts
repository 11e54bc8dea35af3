/** What is left of a text once its beginning is sent: what was typed meanwhile. */
export const withoutSent = (text: string, sent: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
