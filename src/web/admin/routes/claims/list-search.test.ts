import { describe, expect, test } from 'vitest';
import { changed, footerText, listSearch, paged, searchRequest, viewCount } from './list-search.ts';

describe('address bar to state', () => {
  test('what is usual and what makes no sense is left out', () => {
    expect(listSearch({ status: 'all', q: '  ', sort: 'newest', cursor: 'sideways.1' })).toEqual({});
    expect(listSearch({ status: 'Nonsense', q: { a: 1 }, sort: 3, cursor: 'next.' })).toEqual({});
  });
  test('a number typed as search stays a search', () => {
    expect(listSearch({ q: 1042 })).toEqual({ q: '1042' });
  });
  test('everything it can hold comes back', () => {
    const search = { status: 'In_Transit', q: '#1042', sort: 'oldest', cursor: 'prev.abc.def' };
    expect(listSearch(search)).toEqual(search);
  });
});

describe('state to request', () => {
  test('empty state asks for the newest fifty', () => {
    expect(searchRequest({})).toEqual({
      kind: 'Return',
      cursor: null,
      orderBy: 'newest',
      take: 50,
      filters: { statusCodes: [], searchTerm: '' },
    });
  });
  test('a view, a search, a sort and a cursor', () => {
    expect(searchRequest({ status: 'Open', q: 'ada', sort: 'oldest', cursor: 'next.a.b' })).toEqual({
      kind: 'Return',
      cursor: { direction: 'next', id: 'a.b' },
      orderBy: 'oldest',
      take: 50,
      filters: { statusCodes: ['Open'], searchTerm: 'ada' },
    });
  });
  test('the error view filters by error, not by status', () => {
    expect(searchRequest({ status: 'error' })?.filters).toEqual({
      statusCodes: [],
      hasError: true,
      searchTerm: '',
    });
  });
});

test('a changed view, search or sort begins at the first page and keeps the rest', () => {
  const search = { status: 'Open', q: 'ada', cursor: 'next.5' } as const;
  expect(changed(search, { view: 'Denied' })).toEqual({ status: 'Denied', q: 'ada' });
  expect(changed(search, { view: 'all' })).toEqual({ q: 'ada' });
  expect(changed(search, { q: '' })).toEqual({ status: 'Open' });
  expect(changed(search, { sort: 'oldest' })).toEqual({ status: 'Open', q: 'ada', sort: 'oldest' });
});

test('paging keeps the state and replaces the cursor', () => {
  expect(paged({ q: 'ada', cursor: 'next.5' }, 'prev', '9')).toEqual({
    q: 'ada',
    cursor: 'prev.9',
  });
});

test('counts of views', () => {
  const counts = { counts: { Open: 3, Denied: 2 }, withError: 1 };
  expect([
    viewCount('all', counts),
    viewCount('Open', counts),
    viewCount('Completed', counts),
    viewCount('error', counts),
    viewCount('all', undefined),
  ]).toEqual([5, 3, 0, 1, undefined]);
});

test('the footer says how many of how many', () => {
  expect(footerText(50, 1234, {})).toBe('50 of 1,234 claims shown');
  expect(footerText(1, 1, {})).toBe('1 claim shown');
  expect(footerText(7, 1234, { q: 'ada' })).toBe('7 claims shown');
  expect(footerText(undefined, 3, {})).toBe('Loading claims');
});
