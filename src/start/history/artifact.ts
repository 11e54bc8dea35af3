import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { movedSeconds, movedText, mover } from './moved.ts';

/*
 * The past of the demo store, made by `npm run demo-history`: two files, since two threads read them. Each is a line of
 * what it is, then lines of a name, a tab and JSON, whose dates are moved and addresses replaced as text.
 */
export const FOR_DATABASE = new URL('store.zst', import.meta.url);
export const FOR_SANDBOXES = new URL('sandboxes.zst', import.meta.url);

/** When it ended, and where the product and its pretend partners were, within addresses. */
const Head = z.object({
  endsOn: z.iso.datetime(),
  origins: z.object({ product: z.string(), shop: z.string(), labels: z.string() }),
});
export type Head = z.infer<typeof Head>;
export type Part = { name: string; json: string };

export const textOf = (head: Head, parts: readonly Part[]): string =>
  [JSON.stringify(head), ...parts.map(({ name, json }) => `${name}\t${json}`)].join('\n');

/** The parts of a file as of now and here. */
export function readParts(file: URL, now: Date, origins: Head['origins']): Part[] {
  const text = zstdDecompressSync(readFileSync(file)).toString('utf8');
  const end = text.indexOf('\n');
  const head = Head.parse(JSON.parse(text.slice(0, end)));
  const move = mover(Date.parse(head.endsOn), now.getTime());
  let body = movedText(text.slice(end + 1), move);
  for (const name of ['product', 'shop', 'labels'] as const) body = body.replaceAll(head.origins[name], origins[name]);
  return body.split('\n').map((line) => {
    const tab = line.indexOf('\t');
    const [name, json] = [line.slice(0, tab), line.slice(tab + 1)];
    return { name, json: name === 'stripe' ? movedSeconds(json, move) : json };
  });
}
