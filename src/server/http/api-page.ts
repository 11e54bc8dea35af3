import type { OpenApi, Operation, Schema } from '#server/http/openapi-shapes.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root{color-scheme:light dark;--line:#dfe3e0;--soft:#56605a;--accent:#1f4d3f}
@media(prefers-color-scheme:dark){:root{--line:#39403c;--soft:#a5aea9;--accent:#7fc4ab}}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:960px;padding:24px}
h1{font-size:26px}h2{margin-top:40px;text-transform:capitalize}
details{border:1px solid var(--line);border-radius:8px;margin:8px 0;padding:0 16px}
summary{cursor:pointer;padding:10px 0}summary code{font-weight:600}
.method{display:inline-block;min-width:52px;color:var(--accent);font-weight:700}
.who,.type{color:var(--soft)}pre{overflow:auto;border:1px solid var(--line);border-radius:8px;padding:12px;font-size:13px}
table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:6px 12px 6px 0;vertical-align:top}`;

/** The API reference as one page that needs nothing from elsewhere, not even a script. */
export function apiPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const sections = groups.map((group) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(group));
    return `<section><h2 id="${escape(group)}">${escape(group)}</h2>${calls.map((call) => callOf(call.method, call.path, call.operation)).join('')}</section>`;
  });
  const about = String((document['info'] as { description: string }).description).split('\n\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Makegood API</title><style>${STYLE}</style></head>
<body><main><h1>Makegood API</h1>${about.map((text) => `<p>${withCode(text)}</p>`).join('')}
<p>For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</main></body></html>`;
}

const withCode = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function callOf(method: string, path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json'].schema;
  const answer = (operation.responses['200'] as { content: { 'application/json': { schema: Schema } } }).content[
    'application/json'
  ].schema;
  return `<details id="${escape(operation.operationId)}"><summary><span class="method">${escape(method.toUpperCase())}</span> <code>${escape(path)}</code><br>${escape(operation.summary)}</summary>
<p class="who">${escape(operation.description)}</p>${parametersOf(operation)}${body ? `<h3>Body</h3><pre>${escape(typeText(body, ''))}</pre>` : ''}
<h3>Answer</h3><pre>${escape(typeText(answer, ''))}</pre>${errorsOf(operation['x-error-codes'])}</details>`;
}

const row = (name: string, text: string): string =>
  `<tr><td><code>${escape(name)}</code></td><td>${escape(text)}</td></tr>`;

const parametersOf = ({ parameters }: Operation): string =>
  parameters.length === 0
    ? ''
    : `<h3>Parameters</h3><table>${parameters.map((one) => row(one.name, `${typeText(one.schema, '')}, in the ${one.in}${one.required ? '' : ', optional'}`)).join('')}</table>`;

const errorsOf = (errors: Record<string, string>): string =>
  Object.keys(errors).length === 0
    ? ''
    : `<h3>Refusals</h3><table>${Object.entries(errors)
        .map(([code, text]) => row(code, text))
        .join('')}</table>`;

/** A JSON schema in the shorthand of TypeScript types, with the limits people trip over. */
function typeText(schema: Schema, indent: string): string {
  const { type, properties, required, items, anyOf, additionalProperties } = schema as {
    type?: string | string[];
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    anyOf?: Schema[];
    additionalProperties?: Schema | boolean;
  };
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(type)) return type.map((each) => typeText({ ...schema, type: each }, indent)).join(' | ');
  if (anyOf) return anyOf.map((option) => typeText(option, indent)).join(' | ');
  if (type === 'array') return `${typeText(items ?? {}, indent)}[]`;
  if (properties && Object.keys(properties).length > 0) {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(
      ([name, value]) => `${inner}${name}${required?.includes(name) ? '' : '?'}: ${typeText(value, inner)}`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (type === 'object')
    return typeof additionalProperties === 'object' ? `{ [name]: ${typeText(additionalProperties, indent)} }` : '{}';
  return `${type ?? 'any'}${type === 'null' ? '' : limitsOf(schema)}`;
}

function limitsOf(schema: Schema): string {
  const limits = ['format', 'minLength', 'maxLength', 'minimum', 'exclusiveMinimum', 'maximum'].flatMap((name) => {
    const value = schema[name];
    return value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
      ? []
      : [`${name} ${JSON.stringify(value)}`];
  });
  return limits.length > 0 ? ` (${limits.join(', ')})` : '';
}
