import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

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

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
const ERROR_LEVEL = 50;

// A write of its own for each line costs more than making it.
const GATHERED_BYTES = 4096;
const GATHERED_MS = 200;

let output: ReturnType<typeof pino.destination> | null = null;

/** The terminal, or whatever collects logs there: lines are written some at a time, and all of them before the process ends. */
function standardOutput(): ReturnType<typeof pino.destination> {
  if (output) return output;
  // Not in the background: what is flushed when the process ends would overtake a write under way.
  const made = pino.destination({ dest: 1, sync: true, minLength: GATHERED_BYTES, periodicFlush: GATHERED_MS });
  process.on('exit', () => made.flushSync());
  output = made;
  return made;
}

/** JSON lines with ISO times. Errors are logged by name, message and stack only; email addresses in them, and known personal and secret fields, are cut out. */
export function makeLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: NEVER_LOGGED.flatMap((name) => [name, `*.${name}`]), remove: true },
    serializers: { err: describeError },
  };
  if (destination) return pino(options, destination);
  const terminal = standardOutput();
  return pino({ ...options, hooks: { logMethod: flushingErrors(terminal) } }, terminal);
}

/** A failure may be the last that is written: it does not wait for more lines. */
const flushingErrors = (terminal: { flushSync(): void }): LogMethod =>
  function log(args, method, level) {
    method.apply(this, args);
    if (level >= ERROR_LEVEL) terminal.flushSync();
  };

// What mail servers answer names whom a mail was for.
const ADDRESS = /(?:"[^"\n]{1,64}"|[^\s<>()[\]"',;:/@]{1,64})@[^\s<>()"',;:/@]{1,255}/g;
const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, '[address]');

/** What a log may say of an error: libraries hang requests, rows and connection strings on theirs. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const stack = error.stack === undefined ? {} : { stack: withoutAddresses(error.stack) };
  return { name: error.name, message: withoutAddresses(error.message), ...code, ...stack, ...cause };
}
