/** The brand under the names of the specification. */
const NAMES = {
  brandColor: 'merchantPrimaryColor',
  backgroundColor: 'merchantBackgroundColor',
  backgroundUrl: 'merchantBackgroundUrl',
  logoUrl: 'merchantLogoUrl',
  faviconUrl: 'merchantFaviconUrl',
};

export const themeNames = Object.entries(NAMES)
  .map(
    ([was, is]) => `
update store_settings set document = (document - '${was}') || jsonb_build_object('${is}', document -> '${was}')
where group_name = 'theme' and document ? '${was}';`,
  )
  .join('');
