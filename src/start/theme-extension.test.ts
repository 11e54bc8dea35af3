import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const EXTENSION = new URL('../../extensions/delivery-guarantee/', import.meta.url);
const blocks = readdirSync(new URL('blocks/', EXTENSION)).map((name) => ({
  name,
  liquid: readFileSync(new URL(`blocks/${name}`, EXTENSION), 'utf8'),
}));

// The platform's limit.
const LONGEST_NAME = 25;

test.each(blocks)('$name is a block that the platform takes', ({ liquid }) => {
  const schema = /\{% schema %\}([\s\S]*)\{% endschema %\}/.exec(liquid)?.[1] ?? '';
  const { name, target, settings } = JSON.parse(schema) as { name: string; target: string; settings: { id: string }[] };
  expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
  expect(['section', 'body']).toContain(target);
  const used = [...liquid.matchAll(/block\.settings\.(\w+)/g)].map((match) => match[1]);
  expect(new Set(used)).toEqual(new Set(settings.map(({ id }) => id)));
});

test('the embed loads the script that the server serves, without holding up the page', () => {
  const embed = blocks.find(({ name }) => name === 'cover_embed.liquid')?.liquid ?? '';
  // An address is typed with or without a slash at its end.
  expect(embed).toContain(
    `src="{{ block.settings.server | append: '/widget.js' | replace: '//widget.js', '/widget.js' }}"`,
  );
  expect(embed).toMatch(/<script\s+defer/);
});

test('the extension names itself as a theme app extension', () => {
  const toml = readFileSync(new URL('shopify.extension.toml', EXTENSION), 'utf8');
  expect(toml).toBe('name = "delivery-guarantee"\ntype = "theme"\n');
});
