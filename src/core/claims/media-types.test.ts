import { expect, test } from 'vitest';
import { mediaKind } from '#core/claims/media-types.ts';

test('files are shown by what they hold', () => {
  const types = ['image/png', 'video/mp4', 'application/pdf', 'Application/PDF; version=1', 'text/csv', ''];
  expect(types.map(mediaKind)).toEqual(['image', 'video', 'pdf', 'pdf', 'other', 'other']);
});
