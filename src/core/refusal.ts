import type { Phrase } from '#core/texts/phrase.ts';

/** HTTP-free names of why something is refused; `http/errors.ts` maps the kind to a status. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'notAllowed'
  | 'tooMany';

/** An expected failure with a stable code. `clientMessage` is text for people. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly clientMessage: string | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  values: Phrase['values'] | undefined;
  constructor(kind: RefusalKind, code: string, clientMessage?: string, fields?: Readonly<Record<string, string>>) {
    super(clientMessage ?? code);
    this.kind = kind;
    this.code = code;
    this.clientMessage = clientMessage;
    this.fields = fields;
  }
  /** With what the portal's own text for the code, `refusal.{code}`, is about. */
  naming(values: NonNullable<Phrase['values']>): this {
    this.values = values;
    return this;
  }
}

/** What it gives; null where it is refused. */
export function unlessRefused<Given>(give: () => Given): Given | null {
  try {
    return give();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
