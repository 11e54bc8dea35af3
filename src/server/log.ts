import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

// The last net: nothing should pass these to a log line in the first place.
const NEVER_LOGGED = [
  'password',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'cookie',
  'authorization',
  'email',
  'body',
  'headers',
  'query',
  'url',
];

/** JSON lines with ISO times. Errors are logged by name, message and stack only; known personal and secret fields are cut out. */
export function makeLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: NEVER_LOGGED.flatMap((name) => [name, `*.${name}`]), remove: true },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What a log may say of an error: libraries hang requests, rows and connection strings on theirs. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { name: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}
