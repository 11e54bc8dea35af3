import type { ErrorBody } from '#contract/route.ts';
import { Refusal, type RefusalKind } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';

const STATUS: Readonly<Record<RefusalKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  notAllowed: 422,
  tooMany: 429,
};

export type ErrorAnswer = { status: number; body: ErrorBody };

// Codes that every call may return in addition to its own.
export const GENERAL_ERRORS: Readonly<Record<string, string>> = {
  MALFORMED: 'The input is invalid; `fields` names what is wrong',
  CSRF: 'The x-makegood header is missing, or the call comes from another site',
  TOO_LARGE: 'The body is too large for this call',
  UNSUPPORTED_MEDIA_TYPE: "The body isn't JSON",
  PARTNER_UNAVAILABLE: "A service this call needs isn't responding; try again later",
  INTERNAL: 'Something went wrong on our side',
};
export const ACCESS_ERRORS = {
  PORTAL_SESSION_EXPIRED: 'No order is open in this browser; look it up again',
  UNAUTHENTICATED: 'No one is signed in',
  NO_STORE_ACCESS: 'The signed-in user has no role in this store',
  ROLE_NEEDED: "The signed-in user's role doesn't allow this",
} as const;

/**
 * What the caller learns about a failure. Only refusals are repeated; everything else becomes a 500 without details.
 */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof Refusal) return { status: STATUS[error.kind], body: bodyOf(error) };
  if (error instanceof PartnerError && error.kind === 'retry') {
    const clientMessage = "A service we depend on isn't responding. Please try again in a few minutes.";
    return { status: 503, body: { code: 'PARTNER_UNAVAILABLE', message: "A partner isn't responding", clientMessage } };
  }
  const status = statusOfFramework(error);
  if (status === 413) return told(413, 'TOO_LARGE', 'The content is too large.');
  if (status === 415) return told(415, 'UNSUPPORTED_MEDIA_TYPE', 'The content must be JSON.');
  if (status !== undefined && status >= 400 && status < 500)
    return told(status, 'MALFORMED', isBadJson(error) ? 'Invalid JSON' : "The request couldn't be read.");
  return told(500, 'INTERNAL', 'Something went wrong. Please try again.');
}

const told = (status: number, code: string, text: string): ErrorAnswer => ({
  status,
  body: { code, message: text, clientMessage: text },
});

function bodyOf(refusal: Refusal): ErrorBody {
  return {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.clientMessage === undefined ? {} : { clientMessage: refusal.clientMessage }),
    ...(refusal.fields === undefined ? {} : { fields: { ...refusal.fields } }),
    ...(refusal.values === undefined ? {} : { values: { ...refusal.values } }),
  };
}

const isBadJson = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_JSON_BODY');

// Fastify names its own failures FST_...; a statusCode on any other error is not ours to repeat.
function statusOfFramework(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  const isFramework = error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('FST_'));
  return isFramework ? error.statusCode : undefined;
}
