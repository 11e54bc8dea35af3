/** Why a request whose key has made something makes nothing now. */
export const REQUEST_ERRORS = {
  REQUEST_KEY_USED: 'The request key has made something else',
  ALREADY_SUBMITTED: 'The request was sent before, with other content; what it made then stays as it is',
} as const;
