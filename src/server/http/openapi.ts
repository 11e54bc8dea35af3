import type { OpenApi, Operation, Schema } from '#server/http/openapi-shapes.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { routes } from '#contract/index.ts';
import { ErrorBody, type Access, type RouteSpec } from '#contract/route.ts';
import { apiPage } from '#server/http/api-page.ts';
import { ACCESS_ERRORS, GENERAL_ERRORS } from '#server/http/errors.ts';

export const WHO_MAY_CALL: Readonly<Record<Access, string>> = {
  public: 'Anyone',
  portal: 'A shopper who has opened the order',
  session: 'Anyone signed in',
  staff: 'Staff and admins of the store, and its helpdesks',
  money: 'Staff and admins of the store, and helpdesks that it lets finalize',
  exports: 'Staff and admins of the store',
  admin: 'Admins of the store',
  superAdmin: 'Provider admins, and everyone in a test store',
  provider: 'Provider admins',
};

const ERRORS_OF: Readonly<Record<Access, readonly (keyof typeof ACCESS_ERRORS)[]>> = {
  public: [],
  portal: ['PORTAL_SESSION_EXPIRED'],
  session: ['UNAUTHENTICATED'],
  staff: ['UNAUTHENTICATED', 'NO_STORE_ACCESS'],
  money: ['UNAUTHENTICATED', 'NO_STORE_ACCESS', 'ROLE_NEEDED'],
  exports: ['UNAUTHENTICATED', 'NO_STORE_ACCESS', 'ROLE_NEEDED'],
  admin: ['UNAUTHENTICATED', 'NO_STORE_ACCESS', 'ROLE_NEEDED'],
  superAdmin: ['UNAUTHENTICATED', 'NO_STORE_ACCESS', 'ROLE_NEEDED'],
  provider: ['UNAUTHENTICATED', 'ROLE_NEEDED'],
};

/** The contract as an OpenAPI 3.1 document. */
export function openApi(contract: Readonly<Record<string, RouteSpec>> = routes): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [name, route] of Object.entries(contract)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(name, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Makegood',
      version: '1',
      description: `Amounts are decimal numbers of the currency named next to them; times are ISO 8601 in UTC. Refusals carry a stable \`code\` and a text for people. Every call other than GET needs the header \`x-makegood: 1\`.\n\nAny call may answer: ${Object.entries(
        GENERAL_ERRORS,
      )
        .map(([code, text]) => `\`${code}\` (${text})`)
        .join('; ')}.`,
    },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'makegood_session', description: 'Set by signing in at /login' },
        portal: { type: 'apiKey', in: 'cookie', name: 'makegood_portal', description: 'Set by looking up an order' },
      },
    },
  };
}

function operationOf(name: string, route: RouteSpec): Operation {
  const [group = ''] = name.split('.');
  const errors = {
    ...Object.fromEntries(ERRORS_OF[route.access].map((code) => [code, ACCESS_ERRORS[code]])),
    ...route.errors,
  };
  const failure = (description: string): object => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  return {
    operationId: name,
    tags: [group],
    summary: route.summary,
    description: `Who may call: ${WHO_MAY_CALL[route.access]}.`,
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }
      : {}),
    responses: {
      '200': { description: 'Done', content: { 'application/json': { schema: schemaOf(route.response, 'output') } } },
      '4XX': failure(Object.keys(errors).length > 0 ? `Refused: ${Object.keys(errors).join(', ')}` : 'Refused'),
      '5XX': failure('Something went wrong on our side or at a partner'),
    },
    security: route.access === 'public' ? [] : [{ [route.access === 'portal' ? 'portal' : 'session']: [] }],
    'x-error-codes': errors,
  };
}

function parametersOf(shape: RouteSpec['params'], place: 'path' | 'query'): Operation['parameters'] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'output') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function schemaOf(shape: RouteSpec['response'], io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape as z.core.$ZodType, { io, unrepresentable: 'any' });
  return schema;
}

/** The document at /api/openapi.json and a page for people at /api. */
export function serveOpenApi(app: FastifyInstance): void {
  let made: { json: string; page: string } | undefined;
  const make = (): { json: string; page: string } => {
    const document = openApi();
    return { json: JSON.stringify(document), page: apiPage(document) };
  };
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json').send((made ??= make()).json));
  app.get('/api', async (_request, reply) => reply.type('text/html; charset=utf-8').send((made ??= make()).page));
}
