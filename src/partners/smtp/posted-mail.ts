/** Fields in which providers post a mail as raw MIME: SendGrid, Mailgun, CloudMailin. */
const FIELDS = ['email', 'body-mime', 'message'] as const;
/** The same of those that post JSON: Postmark, and others. */
const NAMES = ['RawEmail', 'rawEmail', 'raw', 'mime'] as const;

/** The raw MIME of a mail as providers post it: by itself, in a form, or in JSON. Null where there is none in it. */
export async function unwrapPostedMail(body: Uint8Array, contentType: string): Promise<Uint8Array | null> {
  const [type = ''] = contentType.toLowerCase().split(';');
  const isForm = ['multipart/form-data', 'application/x-www-form-urlencoded'].includes(type.trim());
  if (isForm) return fromForm(body, contentType);
  if (type.trim() === 'application/json') return fromJson(body);
  return body.byteLength === 0 ? null : body;
}

async function fromForm(body: Uint8Array, contentType: string): Promise<Uint8Array | null> {
  const read = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  const form = await read.formData().catch(() => null);
  const field = FIELDS.map((name) => form?.get(name) ?? null).find((one) => one !== null);
  if (!field) return null;
  return typeof field === 'string' ? new TextEncoder().encode(field) : new Uint8Array(await field.arrayBuffer());
}

function fromJson(body: Uint8Array): Uint8Array | null {
  const read = jsonOf(Buffer.from(body).toString('utf8'));
  if (typeof read !== 'object' || read === null) return null;
  const raw = Object.entries(read).find(([name]) => NAMES.some((one) => one === name))?.[1] as unknown;
  return typeof raw === 'string' && raw !== '' ? new TextEncoder().encode(raw) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
