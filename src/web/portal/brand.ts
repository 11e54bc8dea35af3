import { brandVariables, type BrandColors } from '#core/brand-colors.ts';

export type Brand = BrandColors & {
  name: string;
  /** A picture behind the page; empty for none. */
  backgroundUrl: string;
  /** Empty for the store's initial. */
  faviconUrl: string;
};

/** The store's initial on its color, as a data URL. */
export function initialIcon({ name, ...colors }: BrandColors & { name: string }): string {
  const { '--brand': ground, '--on-brand': ink } = brandVariables(colors);
  const initial = String.fromCodePoint(name.trim().codePointAt(0) ?? 0x20)
    .toUpperCase()
    .replace(/[<>&"]/g, '');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${ground}"/>` +
    `<text x="32" y="45" font-family="system-ui,sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="${ink}">${initial}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Dresses the document in the merchant's colors, picture and icon. */
export function applyBrand(brand: Brand): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(brandVariables(brand))) style.setProperty(name, value);
  style.setProperty(
    '--page-picture',
    brand.backgroundUrl === '' ? 'none' : `url(${JSON.stringify(brand.backgroundUrl)})`,
  );
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute('href', brand.faviconUrl === '' ? initialIcon(brand) : brand.faviconUrl);
}
