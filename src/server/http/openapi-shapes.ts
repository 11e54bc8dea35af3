export type Schema = Record<string, unknown>;
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: { required: true; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, object>;
  security: Record<string, string[]>[];
  'x-error-codes': Record<string, string>;
};
export type OpenApi = { openapi: '3.1.0'; paths: Record<string, Record<string, Operation>> } & Record<string, unknown>;
