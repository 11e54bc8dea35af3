import { ApiError } from '#contract/client.ts';
import { expect, test } from 'vitest';
import { uploadFailure } from './upload.ts';
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
