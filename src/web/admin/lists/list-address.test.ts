import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { allView, savingOf, UNSAVED_VIEW_ID, unsavedView, type SavedView } from '#core/lists/saved-view.ts';
import {
  atView,
  footerText,
  leftSearch,
  listAddress,
  listTrouble,
  narrowed,
  openView,
  paged,
  searchRequest,
  sorted,
  type ListAddress,
} from './list-address.ts';

const MIDNIGHT = new Date(2026, 5, 15);
const LATE: SavedView = { id: 7, name: 'Late', kind: 'Return', filters: { statusCodes: ['Open'] } };

describe('address bar to state', () => {
  test('what is usual and what makes no sense is left out', () => {
    expect(listAddress('Return', { view: 0, sort: 'newest', cursor: 'sideways.1' })).toEqual({});
    expect(listAddress('Return', { view: 'x', filters: 'Open', sort: 3, cursor: 'next.' })).toEqual({});
  });
  test('a wrong filter does not take the others with it, nor one of another list', () => {
    const filters = {
      statusCodes: ['Open'],
      hasError: 'perhaps',
      salesChannels: ['web'],
      nonsense: 1,
      searchTerm: ' ',
    };
    expect(listAddress('Return', { filters })).toEqual({ filters: { statusCodes: ['Open'] } });
    expect(listAddress('Warranty', { filters })).toEqual({
      filters: { statusCodes: ['Open'], salesChannels: ['web'] },
    });
  });
  test('a number typed as search stays a search', () => {
    expect(listAddress('Order', { filters: { searchTerm: 1042 } })).toEqual({ filters: { searchTerm: '1042' } });
  });
  test('everything it can hold comes back', () => {
    const address: ListAddress = {
      view: 7,
      filters: { createdOn: { preset: '7d' }, hasShipment: false, claimTaggedWith: ['a', 'b'] },
      sort: 'oldest',
      cursor: 'prev.abc.def',
    };
    expect(listAddress('Return', { ...address })).toEqual(address);
  });
});

describe('state to request', () => {
  test('empty state asks for the newest fifty', () => {
    expect(searchRequest('Return', {}, {}, MIDNIGHT)).toEqual({
      kind: 'Return',
      cursor: null,
      orderBy: { column: 'createdOn', direction: 'desc' },
      take: 50,
      filters: {},
    });
  });
  test('spans that move are those of the day it is asked on', () => {
    const { filters } = searchRequest('Return', {}, { createdOn: { preset: '7d' }, hasError: true }, MIDNIGHT);
    expect(filters).toEqual({ createdOn: { start: new Date(2026, 5, 9).toISOString(), end: null }, hasError: true });
  });
  test('a sort and a cursor', () => {
    expect(searchRequest('Order', { sort: 'oldest', cursor: 'next.a.b' }, {}, MIDNIGHT)).toMatchObject({
      kind: 'Order',
      cursor: { direction: 'next', id: 'a.b' },
      orderBy: { direction: 'asc' },
    });
  });
});

test('any change begins at the first page; searching stays until it is left', () => {
  const address: ListAddress = { view: 7, sort: 'oldest', cursor: 'next.5' };
  expect(narrowed(address, { hasError: true, searchTerm: '' })).toEqual({
    view: 7,
    sort: 'oldest',
    filters: { hasError: true },
  });
  expect(sorted(address, 'newest')).toEqual({ view: 7 });
  expect(atView({ ...address, filters: { hasError: true } }, 7)).toEqual({ view: 7, sort: 'oldest' });
  expect(atView(address, 0)).toEqual({ sort: 'oldest' });
  expect(atView({}, UNSAVED_VIEW_ID)).toEqual({ view: UNSAVED_VIEW_ID, filters: {} });
  expect(leftSearch({ ...address, filters: { hasError: true } }, 7)).toEqual({ view: 7, sort: 'oldest' });
  expect(leftSearch({ view: UNSAVED_VIEW_ID, filters: { hasError: true } }, UNSAVED_VIEW_ID)).toEqual({});
  expect(paged(address, 'prev', '9')).toEqual({ ...address, cursor: 'prev.9' });
});

test('a view that is gone is everything', () => {
  expect(openView('Return', { view: 7 }, [LATE])).toBe(LATE);
  expect(openView('Return', { view: 8 }, [LATE])).toEqual(allView('Return'));
});

test('saving: nothing unmodified, All as a new one, a saved one as itself', () => {
  expect(savingOf(LATE, { statusCodes: ['Open'] })).toBe('nothing');
  expect(savingOf({ ...LATE, filters: { statusCodes: ['Open', 'Denied'] } }, { statusCodes: ['Denied', 'Open'] })).toBe(
    'nothing',
  );
  expect(savingOf(LATE, {})).toBe('update');
  expect(savingOf(allView('Return'), {})).toBe('nothing');
  expect(savingOf(allView('Return'), { hasError: false })).toBe('create');
  expect(savingOf(unsavedView('Return'), {})).toBe('nothing');
  expect(savingOf(unsavedView('Return'), { searchTerm: 'late' })).toBe('create');
});

test('the footer says how many of how many', () => {
  const CLAIMS = { noun: 'claim', nouns: 'claims' };
  expect(footerText(50, 1234, CLAIMS)).toBe('50 of 1,234 claims shown');
  expect(footerText(1, 1, CLAIMS)).toBe('1 claim shown');
  expect(footerText(7, undefined, CLAIMS)).toBe('7 claims shown');
  expect(footerText(2, 2, { noun: 'entry', nouns: 'entries' })).toBe('2 entries shown');
});

test('a page that is gone leads to the first one in the words of the server; else it is the same again', () => {
  const moved: ListAddress[] = [];
  const trouble = (error: Error | null) =>
    listTrouble(
      { view: 7, cursor: 'next.5' },
      error,
      () => undefined,
      (next) => moved.push(next),
    );
  const gone = trouble(new ApiError(400, { code: 'CURSOR_INVALID', message: 'This page is no longer there.' }));
  expect(gone).toMatchObject({ error: { message: 'This page is no longer there.' }, retryLabel: 'First page' });
  gone.onRetry();
  expect(moved).toEqual([{ view: 7 }]);
  expect(trouble(new Error('no answer')).error?.title).toBe('Something went wrong');
  expect(trouble(null).error).toBeNull();
});
