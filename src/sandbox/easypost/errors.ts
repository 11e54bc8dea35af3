/** An answer EasyPost gives instead of the thing asked for. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: { code: string; message: string; errors: { field: string; message: string }[] } };
  constructor(status: number, code: string, message: string, errors: { field: string; message: string }[] = []) {
    super(message);
    this.status = status;
    this.body = { error: { code, message, errors } };
  }
}

export const notFound = () => new ApiError(404, 'NOT_FOUND', 'The requested resource could not be found.');
export const required = (field: string) =>
  new ApiError(422, 'PARAMETER.REQUIRED', 'Missing required parameter.', [{ field, message: 'cannot be blank' }]);
