import sanitizeHtml from 'sanitize-html';

const SHAPES = ['path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon', 'g'];
const DRAWN = [
  'd',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'points',
  'width',
  'height',
  'fill',
  'fill-rule',
  'clip-rule',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'transform',
  'opacity',
];

/** The HTML of an element's picture, with only what draws: it runs in the pages of the shop. */
export const pictureHtml = (typed: string): string =>
  sanitizeHtml(typed, {
    allowedTags: ['img', 'span', 'svg', 'title', ...SHAPES],
    allowedAttributes: {
      img: ['src', 'alt', 'width', 'height'],
      svg: ['viewBox', 'width', 'height', 'fill', 'stroke', 'stroke-width', 'role', 'aria-hidden', 'aria-label'],
      ...Object.fromEntries(SHAPES.map((shape) => [shape, DRAWN])),
      '*': ['class'],
    },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    parser: { lowerCaseAttributeNames: false, lowerCaseTags: true },
  });
