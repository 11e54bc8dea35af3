/** The script a page of this app was built with; its name carries a hash of everything in it. */
export const scriptOf = (html: string): string | null =>
  /<script[^>]*\stype="module"[^>]*\ssrc="([^"]+)"/.exec(html)?.[1] ?? null;
