/**
 * A value as it stands in the body of an email, where simple HTML is allowed: what could begin a tag or an entity is
 * escaped, and nothing else, so that "Tom & Jerry" stays readable where staff edit the text.
 */
export const asMarkup = (value: string): string =>
  value.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll(/<(?=[a-z/!?])/gi, '&lt;');

const OPENS = /<(ul|ol|table|blockquote)\b/gi;
const CLOSES = /<\/(ul|ol|table|blockquote)\s*>/gi;

/** The paragraphs of a body: an empty line starts a new one, except inside a list, table or quote. */
export function paragraphsOf(body: string): string[] {
  const paragraphs: string[] = [];
  let depth = 0;
  for (const piece of body.split(/\n\s*\n/)) {
    if (depth > 0) paragraphs.push(`${paragraphs.pop() ?? ''}\n${piece}`);
    else paragraphs.push(piece);
    depth = Math.max(0, depth + (piece.match(OPENS)?.length ?? 0) - (piece.match(CLOSES)?.length ?? 0));
  }
  return paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== '');
}
