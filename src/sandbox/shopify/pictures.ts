import { drawingOf, type Inks } from './picture-shapes.ts';
import type { Product, Variant } from './state.ts';

const COLORS: Readonly<Record<string, string>> = {
  White: '#fbfaf7',
  Ivory: '#f5eedc',
  Cream: '#f1e6cf',
  Oat: '#dfd0b4',
  Natural: '#dcc79c',
  Sand: '#d2b98b',
  Champagne: '#ead7b7',
  Khaki: '#b9a36f',
  Camel: '#b98a55',
  Tan: '#b4763f',
  Brown: '#6d4529',
  Rust: '#a9502b',
  Orange: '#e0712a',
  Mustard: '#d19d2b',
  Yellow: '#f0c53b',
  Red: '#b5332e',
  Lilac: '#b9a2cf',
  Sky: '#a9cbe4',
  Blue: '#3f6ea8',
  Indigo: '#35456f',
  Navy: '#22315a',
  Sage: '#a3b499',
  Moss: '#68783f',
  Olive: '#62683a',
  Forest: '#2a4a36',
  Slate: '#586674',
  Grey: '#9b9ea1',
  Charcoal: '#45484b',
  Black: '#26262a',
  Speckle: '#d9d3c7',
};

const colorOf = ({ options }: Pick<Variant, 'options'>): string =>
  options.find(({ name }) => name === 'Color')?.value ?? '';

/** The colors a product has a picture of; one without a name where it has no colors. */
export const picturedColors = (product: Product): string[] => [...new Set(product.variants.map(colorOf))];

/** Of which picture of the product a variant is. */
export const pictureIndex = (product: Product, variant: Variant): number =>
  Math.max(0, picturedColors(product).indexOf(colorOf(variant)));

/** The path of a picture under that of its shop. */
export const picturePath = (product: Product, index = 0): string => `pictures/${product.picture}-${index + 1}.svg`;

function mixed(color: string, other: string, part: number): string {
  const channel = (of: string, at: number): number => Number.parseInt(of.slice(at, at + 2), 16);
  return [1, 3, 5]
    .map((at) => Math.round(channel(color, at) * (1 - part) + channel(other, at) * part))
    .reduce((text, value) => text + value.toString(16).padStart(2, '0'), '#');
}

const inksOf = (ink: string): Inks => ({
  ink,
  dark: mixed(ink, '#1d1a16', 0.35),
  light: mixed(ink, '#ffffff', 0.3),
});

/** A drawing of the product: what it is, in one of its colors. */
export function pictureOf(product: Product, index = 0): string {
  const inks = inksOf(COLORS[picturedColors(product)[index] ?? ''] ?? '#b8ab97');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="90 95 620 620" role="img"><rect width="800" height="800" fill="#ece8e0"/><ellipse cx="400" cy="672" rx="220" ry="20" fill="#1d1a16" opacity=".1"/>${drawingOf(product.title)(inks)}</svg>`;
}
