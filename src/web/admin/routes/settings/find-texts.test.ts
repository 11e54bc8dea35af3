import { expect, test } from 'vitest';
import { findTexts } from './find-texts.ts';

const TEXTS = [
  { id: 'flow.back', english: 'Back', shipped: 'Zurück', said: null, isOwn: false },
  { id: 'lookup.find', english: 'Find my order', shipped: 'Bestellung suchen', said: 'Auftrag suchen', isOwn: false },
  { id: 'own:Too small', english: 'Too small', shipped: 'Zu klein', said: null, isOwn: true },
];
const found = (typed: string, isChangedOnly = false) => findTexts(TEXTS, { typed, isChangedOnly }).map(({ id }) => id);

test('a text is found by its key, its English, its own language and what the store says', () => {
  expect(found('flow')).toEqual(['flow.back']);
  expect(found('ORDER find')).toEqual(['lookup.find']);
  expect(found('klein')).toEqual(['own:Too small']);
  expect(found('auftrag')).toEqual(['lookup.find']);
  expect(found('nowhere')).toEqual([]);
});

test('what the store has not changed can be left out', () => {
  expect(found('')).toHaveLength(3);
  expect(found('', true)).toEqual(['lookup.find']);
});
