import sharp from 'sharp';
import { pictureIndex, pictureOf } from '#sandbox/shopify/pictures.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';

const SIDE = 760;
const TABLES = ['#b58a5e', '#d8d2c6', '#8f9aa5', '#cdb99a', '#6f5a48'] as const;

/** A photo of an item with what is wrong with it, as somebody takes it on a table at home. */
export async function photoOf(
  shop: ShopState,
  line: { productIdFromPlatform: string | null; variantIdFromPlatform: string | null },
  turn: number,
): Promise<Buffer> {
  const product = shop.products.find(({ id }) => String(id) === line.productIdFromPlatform);
  if (!product) throw new Error('a photo needs something to show');
  const variant = product.variants.find(({ id }) => String(id) === line.variantIdFromPlatform);
  const table = TABLES[turn % TABLES.length] ?? TABLES[0];
  const drawn = pictureOf(product, variant ? pictureIndex(product, variant) : 0)
    .replace('viewBox="90 95 620 620"', 'x="60" y="60" width="640" height="640" viewBox="90 95 620 620"')
    .replace('fill="#ece8e0"', `fill="${table}"`)
    .replace('role="img"', '');
  const angle = ((turn * 37) % 50) - 25;
  const light = 10 + ((turn * 53) % 60);
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <defs>
      <radialGradient id="lamp" cx="${light}%" cy="15%" r="110%">
        <stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-color="#000" stop-opacity=".42"/>
      </radialGradient>
    </defs>
    <rect width="${SIDE}" height="${SIDE}" fill="${table}"/>
    <g transform="rotate(${angle} 380 380)">${drawn}${damage(turn)}</g>
    <rect width="${SIDE}" height="${SIDE}" fill="url(#lamp)"/>
  </svg>`;
  return sharp(Buffer.from(scene)).blur(0.7).jpeg({ quality: 68, mozjpeg: true }).toBuffer();
}

/** A tear, a stain or a crack. */
function damage(turn: number): string {
  const x = 330 + ((turn * 29) % 110);
  const y = 350 + ((turn * 41) % 130);
  if (turn % 3 === 0)
    return `<path d="M${x} ${y}q26 10 44 40q-30 14-50-4z" fill="#2b2622"/><path d="M${x + 44} ${y + 40}l22 20M${x} ${y}l-16-14" stroke="#2b2622" stroke-width="3"/>`;
  if (turn % 3 === 1)
    return `<ellipse cx="${x}" cy="${y}" rx="46" ry="32" fill="#5b3b1d" opacity=".55"/><ellipse cx="${x + 52}" cy="${y + 34}" rx="12" ry="9" fill="#5b3b1d" opacity=".45"/>`;
  return `<path d="M${x} ${y - 60}l18 40l-12 34l24 46l-10 40" fill="none" stroke="#1f1b18" stroke-width="5"/>`;
}
