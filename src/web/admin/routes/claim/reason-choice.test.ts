import { expect, test } from 'vitest';
import { reasonChoice } from './reason-choice.ts';

const shown = (name: string, isDeleted = false) => ({ id: name, name, isDeleted });
const REASONS = [
  { id: 'size', name: 'Wrong size', claimReasonDetails: [shown('Too small'), shown('Too big'), shown('Odd', true)] },
  { id: 'mind', name: 'Changed my mind', claimReasonDetails: [] },
];
const of = (reason: { id: string; name: string; detail: string }, chosen: { id: string; detail: string } | null) =>
  reasonChoice(REASONS, reason, chosen);

test('a reason that is no longer on the list is shown, and is no change until another one is chosen', () => {
  const gone = { id: 'gone', name: 'Too late', detail: 'By a week' };
  expect(of(gone, null)).toMatchObject({ id: '', detail: 'By a week', isSame: true, details: [] });
  expect(of(gone, null).reasons[0]).toEqual({ value: '', label: 'Too late' });
  expect(of(gone, { id: 'mind', detail: '' }).isSame).toBe(false);
  expect(of({ id: '', name: '', detail: '' }, null).reasons[0]).toEqual({ value: '', label: 'No reason' });
});

test('a detail that was retired is offered with the reason it was given for, and with no other', () => {
  const retired = { id: 'size', name: 'Wrong size', detail: 'Odd' };
  expect(of(retired, null)).toMatchObject({ id: 'size', detail: 'Odd', isSame: true });
  expect(of(retired, null).details).toEqual(['Too small', 'Too big', 'Odd']);
  expect(of(retired, { id: 'size', detail: '' })).toMatchObject({ detail: '', isSame: false });
  expect(of({ id: 'mind', name: 'Changed my mind', detail: 'Odd' }, null).details).toEqual(['Odd']);
  expect(of({ id: 'mind', name: 'Changed my mind', detail: 'Odd' }, { id: 'size', detail: '' }).details).toEqual([
    'Too small',
    'Too big',
  ]);
});

test('another detail of the same reason is a change, and the same one is none', () => {
  const now = { id: 'size', name: 'Wrong size', detail: 'Too big' };
  expect(of(now, { id: 'size', detail: 'Too small' }).isSame).toBe(false);
  expect(of(now, { id: 'size', detail: 'Too big' }).isSame).toBe(true);
});
