import type { ErrorFields, PaymentIntent } from './state.ts';

/** An answer Stripe gives instead of the thing asked for. `intent` goes along as Stripe sends it with declines. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: ErrorFields;
  readonly intent: PaymentIntent | undefined;
  /** Refused before the work began: Stripe then does not remember the answer under the idempotency key. */
  readonly isValidation: boolean;
  constructor(status: number, fields: ErrorFields, options: { intent?: PaymentIntent; isValidation?: boolean } = {}) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
    this.intent = options.intent;
    this.isValidation = options.isValidation ?? false;
  }
}

/** A parameter that is wrong in itself, whatever the state of things. */
export const invalid = (message: string, param?: string, code?: string): ApiError =>
  new ApiError(
    400,
    {
      type: 'invalid_request_error',
      message,
      ...(param === undefined ? {} : { param }),
      ...(code === undefined ? {} : { code }),
    },
    { isValidation: true },
  );

export const missing = (what: string, id: string, param = 'id'): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** What the state of things does not allow now. */
export const refused = (message: string, code?: string, intent?: PaymentIntent): ApiError =>
  new ApiError(
    400,
    { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) },
    intent === undefined ? {} : { intent },
  );

export const unknownUrl = (method: string, path: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });

export const unauthorized = (message: string): ApiError =>
  new ApiError(401, { type: 'invalid_request_error', message }, { isValidation: true });
