import { expect, test } from 'vitest';
import { themeDraftOf } from './theme-draft-of.ts';

const saved = {
  portalHeading: 'Saved',
  merchantPrimaryColor: '#102030',
  merchantLogoUrl: 'https://logo.example/old.png',
};

const draftOf = (typed: object) =>
  themeDraftOf(
    (name) => (name === 'theme' ? { ...typed } : { footerText: 'x', creditHeadlineText: 'Keep it' }),
    (name) => (name === 'theme' ? saved : {}),
    'Northwind',
  );

test('the preview shows what is typed, and what is saved of what could not be saved', () => {
  const typed = { portalHeading: 'Hello', merchantLogoUrl: 'https://logo.example/l.png', merchantPrimaryColor: '#ABC' };
  expect(draftOf(typed)).toMatchObject({
    heading: 'Hello',
    pageTitle: 'Northwind',
    creditHeadlineText: 'Keep it',
    brandColor: '#aabbcc',
    logoUrl: 'https://logo.example/l.png',
  });
  expect(draftOf({ ...typed, merchantPrimaryColor: '#ab', merchantLogoUrl: 'javascript:alert(1)' })).toMatchObject({
    heading: 'Hello',
    brandColor: '#102030',
    logoUrl: 'https://logo.example/old.png',
  });
});
