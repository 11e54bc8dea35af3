import { ApiError } from '#contract/client.ts';
import { MEDIA_TYPES } from '#core/claims/media-types.ts';
import { expect, test } from 'vitest';
import { mediaTypeOf, uploadFailure } from './upload.ts';
import { loadTexts } from './texts.ts';

await loadTexts('return', 'claim');

test('a broken upload is told in the exact sentence', () => {
  expect(uploadFailure('seam.jpg', new Error('upload interrupted'))).toEqual({
    message: 'Error Uploading File: seam.jpg',
    reason: null,
  });
});

test('the server’s reason stands beside it, once', () => {
  const refusal = (code: string, clientMessage: string) => new ApiError(422, { code, message: code, clientMessage });
  expect(uploadFailure('a.txt', refusal('UPLOAD_OTHER', 'Only photos and videos.')).reason).toBe(
    'Only photos and videos.',
  );
  expect(uploadFailure('a.jpg', refusal('UPLOAD_BROKEN', 'Error Uploading File: a.jpg')).reason).toBeNull();
});

test.each([
  ['IMG_0001.HEIC', '', 'image/heic'],
  ['seam.jpg', 'image/jpg', 'image/jpeg'],
  ['image', 'image/jpg', 'image/jpeg'],
  ['clip.mov', 'application/octet-stream', 'video/quicktime'],
  ['seam.jpg', 'image/png', 'image/png'],
  ['notes.txt', 'text/plain', 'text/plain'],
  ['seam', '', ''],
])('a file %j of type %j is announced as %j', (name, type, announced) => {
  expect(mediaTypeOf({ name, type })).toBe(announced);
});

test('every type that is taken has an extension', () => {
  const extensions = ['jpeg', 'png', 'webp', 'gif', 'heic', 'heif', 'avif', 'mov', 'mp4', 'webm', '3gp', 'pdf'];
  const found = extensions.map((extension) => mediaTypeOf({ name: `a.${extension}`, type: '' }));
  expect(new Set(found)).toEqual(MEDIA_TYPES);
});
