import { expect, test } from 'vitest';
import { themeDraftOf } from './theme-draft-of.ts';

const saved = { portalHeading: 'Saved', brandColor: '#102030', logoUrl: 'https://logo.example/old.png' };

test('the preview shows what is typed, and what is saved of what could not be saved', () => {
  const typed = { portalHeading: 'Hello', logoUrl: 'https://logo.example/l.png', brandColor: '#ABC' };
  expect(themeDraftOf(typed, saved)).toMatchObject({
    heading: 'Hello',
    brandColor: '#aabbcc',
    logoUrl: 'https://logo.example/l.png',
  });
  expect(themeDraftOf({ ...typed, brandColor: '#ab', logoUrl: 'javascript:alert(1)' }, saved)).toMatchObject({
    heading: 'Hello',
    brandColor: '#102030',
    logoUrl: 'https://logo.example/old.png',
  });
});
