import { expect, test } from 'vitest';
import { literalsIn } from './portal-texts.ts';

const found = (source: string): number => literalsIn('screen.tsx', source).length;

test('a text outside the catalog is found, wherever it stands', () => {
  expect(found('export const A = () => <p>Try again</p>;')).toBe(1);
  expect(found('export const A = () => <p>{t("common.tryAgain")}</p>;')).toBe(0);
  expect(found('export const A = () => <Field label="Email" />;')).toBe(1);
  expect(found('export const A = (name: string) => `Remove ${name} and more of it`;')).toBe(1);
  expect(found('export const missing = () => "Choose a reason.";')).toBe(1);
});

test('names for the browser and errors for logs are no texts', () => {
  expect(found('export const A = () => <a rel="noopener noreferrer" target="_blank" />;')).toBe(0);
  expect(found('export const fail = () => { throw new Error("there is no store"); };')).toBe(0);
});
