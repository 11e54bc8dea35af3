/** Keys of every list. */
export const LIST_KEYS = [
  { keys: ['/'], does: 'Search the list' },
  { keys: ['j'], does: 'Next row or claim' },
  { keys: ['k'], does: 'Previous row or claim' },
  { keys: ['Enter'], does: 'Open the row' },
];

export const LAST_KEYS = [
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'Show these keys' },
];
