import type { Product } from './state.ts';

const PALETTES: readonly (readonly [string, string, string])[] = [
  ['#f4ece1', '#2f4858', '#d98f5c'],
  ['#e8efe6', '#3d5a45', '#c9a66b'],
  ['#f6e7e4', '#7a3b3b', '#e0a899'],
  ['#e6edf5', '#27496d', '#f2b84b'],
  ['#f3eef7', '#51426b', '#c7a5d9'],
  ['#f7f1d9', '#6b5b1f', '#e3c44f'],
  ['#e4f1f1', '#1f5c62', '#e88d67'],
  ['#efefef', '#333a44', '#b5bcc8'],
];

const SHAPES: Readonly<Record<string, (ink: string, accent: string) => string>> = {
  'T-Shirts': (ink, accent) =>
    `<path fill="${ink}" d="M280 230l80-40q40 40 80 0l80 40 90 90-70 70-40-36v256H300V354l-40 36-70-70z"/><path fill="none" stroke="${accent}" stroke-width="14" d="M360 190q40 50 80 0"/>`,
  Sweaters: (ink, accent) =>
    `<path fill="${ink}" d="M280 220l90-30h60l90 30 90 330-80 20-40-150v190H310V420l-40 150-80-20z"/><path fill="none" stroke="${accent}" stroke-width="16" d="M310 480h180M310 520h180M310 560h180"/>`,
  Shirts: (ink, accent) =>
    `<path fill="${ink}" d="M280 230l90-40 30 30 30-30 90 40 90 120-80 60-30-40v240H300V370l-30 40-80-60z"/><path stroke="${accent}" stroke-width="10" d="M400 230v370"/><g fill="${accent}"><circle cx="400" cy="300" r="9"/><circle cx="400" cy="380" r="9"/><circle cx="400" cy="460" r="9"/></g>`,
  Trousers: (ink, accent) =>
    `<path fill="${ink}" d="M300 180h200l40 450H430l-30-300-30 300H260z"/><path stroke="${accent}" stroke-width="14" d="M300 214h200"/>`,
  Dresses: (ink, accent) =>
    `<path fill="${ink}" d="M340 180l30 20h60l30-20 20 160 90 280H230l90-280z"/><path stroke="${accent}" stroke-width="16" d="M318 345h164"/>`,
  Jackets: (ink, accent) =>
    `<path fill="${ink}" d="M330 160q70-40 140 0l60 50 80 330-80 20-30-130v180H300V430l-30 130-80-20 80-330z"/><path stroke="${accent}" stroke-width="12" d="M400 190v420"/><path stroke="${accent}" stroke-width="12" d="M320 470h50M430 470h50"/>`,
  Shoes: (ink, accent) =>
    `<path fill="${ink}" d="M180 330h150q60 80 170 100 120 20 120 90H180z"/><path fill="${accent}" d="M170 520h460v34q-230 24-460 0z"/><path stroke="${accent}" stroke-width="10" d="M350 380l40-26M390 408l40-26"/>`,
  Socks: (ink, accent) =>
    `<path fill="${ink}" d="M330 170h130v250l-20 60-140 130q-80 10-80-60l110-130z"/><path fill="${accent}" d="M330 170h130v50H330z"/>`,
  Hats: (ink, accent) =>
    `<path fill="${ink}" d="M240 450q0-210 160-210t160 210z"/><rect fill="${accent}" x="215" y="440" width="370" height="70" rx="35"/>`,
  Bags: (ink, accent) =>
    `<path fill="none" stroke="${accent}" stroke-width="26" d="M310 320q0-130 90-130t90 130"/><rect fill="${ink}" x="230" y="310" width="340" height="290" rx="34"/><rect fill="${accent}" x="360" y="400" width="80" height="30" rx="15"/>`,
  Jewelry: (ink, accent) =>
    `<circle fill="none" stroke="${ink}" stroke-width="30" cx="400" cy="440" r="130"/><path fill="${accent}" d="M400 200l64 66-64 80-64-80z"/>`,
  Home: (ink, accent) =>
    `<path fill="${ink}" d="M270 290h240v220q0 90-120 90t-120-90z"/><path fill="none" stroke="${ink}" stroke-width="28" d="M510 350q100-10 90 70t-95 70"/><path fill="none" stroke="${accent}" stroke-width="12" d="M340 250q-30-40 0-80M400 250q-30-40 0-80M460 250q-30-40 0-80"/>`,
  'Gift Cards': (ink, accent) =>
    `<rect fill="${ink}" x="170" y="270" width="460" height="280" rx="30"/><path fill="${accent}" d="M300 270h50v280h-50zM170 380h460v40H170z"/>`,
  'Shipping Protection': (ink, accent) =>
    `<path fill="${ink}" d="M400 170l190 70v160q0 150-190 230-190-80-190-230V240z"/><path fill="none" stroke="${accent}" stroke-width="34" d="M310 400l65 65 120-130"/>`,
};

/** A drawing of the product: the shape of its type in one of a few palettes. */
export function pictureOf(product: Product): string {
  const [paper = '#eee', ink = '#333', accent = '#999'] = PALETTES[product.picture % PALETTES.length] ?? [];
  const draw = SHAPES[product.productType] ?? SHAPES['T-Shirts'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img"><rect width="800" height="800" fill="${paper}"/><ellipse cx="400" cy="668" rx="210" ry="22" fill="${ink}" opacity=".12"/>${draw?.(ink, accent) ?? ''}</svg>`;
}
