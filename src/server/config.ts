import { isIP } from 'node:net';
import { z } from 'zod';

/** Hops or addresses of the proxies in front: Fastify takes a number or a list. */
const TrustedProxies = z
  .string()
  .default('none')
  .transform((text, context): number | string[] | false => {
    if (text === 'none' || text === 'false') return false;
    if (/^\d+$/.test(text)) {
      const hops = Number(text);
      if (hops >= 1 && hops <= 10) return hops;
    } else {
      const names = text.split(',').map((name) => name.trim());
      if (names.every(isProxyName)) return names;
    }
    context.addIssue({
      code: 'custom',
      message: 'Say how many proxies stand in front (1 to 10), or name their addresses: 10.0.0.0/8, loopback.',
    });
    return z.NEVER;
  });
const isProxyName = (name: string): boolean => {
  const [address = '', length, ...more] = name.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(name)) return true;
  const bits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (length === undefined || (/^\d+$/.test(length) && Number(length) <= bits))
  );
};
const Port = z.coerce.number().int().min(0).max(65535);
const Role = z.enum(['web', 'worker', 'cron']);
export type Role = z.infer<typeof Role>;
const optional = z.string().min(1).optional();
const optionalUrl = z.url().optional();
// Paths are added to it, and it is compared with what browsers send.
const ORIGIN = 'An address such as https://returns.example.com, without a path.';
const Origin = z.url({ protocol: /^https?$/, error: ORIGIN }).transform((text, context) => {
  const { href, origin } = new URL(text);
  if (href === `${origin}/`) return origin;
  context.addIssue({ code: 'custom', message: ORIGIN });
  return z.NEVER;
});

// No mail server delivers to these.
const PRETEND = { MAIL_FROM: 'Makegood <returns@makegood.test>', SUPPORT_EMAIL: 'support@makegood.test' };

/** One setting: how it is read from the environment, and what the documentation says of it. */
type Setting<T> = { read: z.ZodType<T>; shownDefault: string; description: string };
const setting = <T>(read: z.ZodType<T>, shownDefault: string, description: string): Setting<T> => ({
  read,
  shownDefault,
  description,
});

/** Every setting there is. `docs/configuration.md` is made from this table. */
export const SETTINGS = {
  HOST: setting(
    z.string().min(1).default('127.0.0.1'),
    '127.0.0.1',
    'Address to listen on; 0.0.0.0 for every interface',
  ),
  PORT: setting(Port.default(3000), '3000', 'Port to listen on'),
  PUBLIC_URL: setting(
    Origin.optional(),
    'http://localhost:{PORT}',
    'Address at which browsers and partners reach this server, without a path; https makes cookies Secure',
  ),
  TRUSTED_PROXIES: setting(
    TrustedProxies,
    'none',
    'Reverse proxies in front, whose X-Forwarded-For is believed: how many there are (`1`), or their addresses separated by commas (`10.0.0.0/8`, `loopback`). Never more than there are: the rest of the header is written by the visitor',
  ),
  ROLES: setting(
    z
      .string()
      .default('web,worker,cron')
      .transform((text) => text.split(',').map((role) => role.trim()))
      .pipe(z.array(Role).min(1)),
    'web,worker,cron',
    'What this process does; also `--roles`',
  ),
  DATA_FOLDER: setting(
    z.string().min(1).default('./data'),
    './data',
    'Folder of the embedded database, uploaded files and the generated secret',
  ),
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'embedded database',
    'PostgreSQL 15 or newer; needed for more than one process. The user owns the schema',
  ),
  DATABASE_POOL_SIZE: setting(
    z.coerce.number().int().min(1).max(200).default(10),
    '10',
    'Connections to PostgreSQL per process',
  ),
  SECRET: setting(
    z.string().min(32).optional(),
    'made at first start, kept in DATA_FOLDER',
    'At least 32 characters; signs links and portal sessions and seals tokens of partners. The same for every process',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'info',
    'Least severe level that is logged',
  ),
  METRICS_TOKEN: setting(
    optional,
    'none',
    '/metrics answers only to `Authorization: Bearer` with it; without it only where HOST is this machine alone',
  ),
  UPLOAD_MAX_BYTES: setting(
    z.coerce.number().int().min(1).default(20_000_000),
    '20000000',
    'Largest photo, video or PDF, in bytes',
  ),
  OIDC_ISSUER: setting(optionalUrl, 'sandbox', 'OpenID Connect provider people sign in with'),
  OIDC_CLIENT_ID: setting(
    optional,
    'sandbox',
    'Client id at that provider; its redirect address is {PUBLIC_URL}/login/callback',
  ),
  OIDC_CLIENT_SECRET: setting(optional, 'sandbox', 'Client secret at that provider'),
  PROVIDER_ADMINS: setting(
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((email) => email.trim().toLowerCase())
          .filter(Boolean),
      ),
    'none',
    'Emails, separated by commas, of people who may open every store of this installation',
  ),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'sandbox',
    'Mail server, for example smtps://user:password@mail.example.com',
  ),
  MAIL_FROM: setting(
    z.string().min(3).default(PRETEND.MAIL_FROM),
    PRETEND.MAIL_FROM,
    'Sender of emails to shoppers; must be set beside SMTP_URL',
  ),
  MAIL_SPF: setting(
    z
      .string()
      .regex(
        /^(?:include|a|mx|ip4|ip6|redirect):\S+$/,
        'Say how SPF records let your mail server send: include:spf.example.com.',
      )
      .optional(),
    'a:{host of SMTP_URL}',
    'What stores that send from a domain of their own add to its SPF record, for example `include:spf.mail.example`',
  ),
  MAIL_RETURN_PATH: setting(
    z.email().optional(),
    'the sender',
    'Address that delivery failures are sent to; have your mail provider post what arrives there to the address that MAIL_INBOUND_TOKEN makes',
  ),
  MAIL_INBOUND_TOKEN: setting(
    z
      .string()
      .regex(/^[\w-]{24,200}$/, 'At least 24 letters, digits, - and _.')
      .optional(),
    'none; nothing is taken in',
    'Makes the address that mail providers post incoming emails to, each as raw MIME: {PUBLIC_URL}/api/webhooks/mail/{MAIL_INBOUND_TOKEN}. Delivery failures, spam complaints and answers about shipping claims are read there. Forms (SendGrid, Mailgun) and JSON (Postmark) with the raw MIME in a field are taken too',
  ),
  MAIL_INBOUND_ADDRESS: setting(
    z
      .string()
      .regex(/^[\w.-]{0,20}@[\w-]+(?:\.[\w-]+)+$/, 'An address such as claims@in.example.com, or @in.example.com.')
      .optional(),
    'none; answers go to the address the store names',
    'Where answers to emails about shipping claims go, so that they appear with the claim: `claims@in.example.com`, whose mail server takes `claims+anything@` too, or `@in.example.com` for a domain of which all mail arrives. Have your mail provider post it to the address that MAIL_INBOUND_TOKEN makes, or name its mailbox in IMAP_URL',
  ),
  IMAP_URL: setting(
    z.url({ protocol: /^imaps?$/ }).optional(),
    'none; mail is posted by the provider, or not taken in',
    'Mailbox that incoming emails are fetched from every minute, in place of or beside MAIL_INBOUND_TOKEN, for example imaps://claims%40in.example.com:password@mail.example.com/INBOX. What was taken is marked as read',
  ),
  DNS_SERVERS: setting(
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((server) => server.trim())
          .filter(Boolean),
      ),
    'as the system',
    'DNS servers that are asked about the domains of stores, separated by commas',
  ),
  SUPPORT_EMAIL: setting(
    z.email().default(PRETEND.SUPPORT_EMAIL),
    PRETEND.SUPPORT_EMAIL,
    'Whom merchants write to: requests for an invitation go there, and every "Contact Us"; must be set beside SMTP_URL',
  ),
  HELP_URL: setting(optionalUrl, 'a mail to SUPPORT_EMAIL', 'Where "Help" leads, for example a page of answers'),
  SHOPIFY_API_KEY: setting(optional, 'sandbox', 'Client id of the Shopify app'),
  SHOPIFY_API_SECRET: setting(optional, 'sandbox', 'Client secret of the Shopify app; also checks its webhooks'),
  SHOPIFY_SHOP_URL: setting(
    z.string().includes('{shop}').default('https://{shop}'),
    'https://{shop}',
    'Address of a shop, with {shop} for its domain',
  ),
  EASYPOST_API_KEY: setting(
    optional,
    'sandbox beside the demo shop',
    'Key of EasyPost, for return labels; without it a real shop gets packing slips',
  ),
  EASYPOST_WEBHOOK_SECRET: setting(optional, 'sandbox', 'Secret that signs EasyPost webhooks'),
  EASYPOST_BASE_URL: setting(
    z.url().default('https://api.easypost.com'),
    'https://api.easypost.com',
    'Address of EasyPost',
  ),
  STRIPE_SECRET_KEY: setting(optional, 'sandbox', 'Secret key of Stripe, for payments of shoppers'),
  STRIPE_PUBLISHABLE_KEY: setting(
    optional,
    'sandbox',
    'Publishable key of Stripe, shown to browsers. Apple Pay and Google Pay appear on hosts that are registered as payment method domains at Stripe: that of PUBLIC_URL, and each portal host of a store',
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    optional,
    'sandbox',
    'Secret that signs Stripe webhooks; their address is {PUBLIC_URL}/api/webhooks/stripe',
  ),
  STRIPE_API_URL: setting(z.url().default('https://api.stripe.com'), 'https://api.stripe.com', 'Address of Stripe'),
  STRIPE_JS_URL: setting(
    z.url().default('https://js.stripe.com/endive/stripe.js'),
    'https://js.stripe.com/endive/stripe.js',
    'Script of Stripe for the browser',
  ),
  SANDBOX_PORT: setting(
    Port.default(4001),
    '4001',
    'First of seven ports for the sandboxes of partners that are not set',
  ),
  DEMO_HISTORY: setting(
    z.enum(['on', 'off']).default('on'),
    'on',
    'Whether a new demo store begins with 18 months of orders and claims, or with 1,000 orders alone',
  ),
  S3_BUCKET: setting(optional, 'files in DATA_FOLDER', 'Bucket for uploaded files and labels'),
  S3_REGION: setting(z.string().min(1).default('us-east-1'), 'us-east-1', 'Region of the bucket'),
  S3_ENDPOINT: setting(optionalUrl, 'Amazon S3', 'Address of an S3-compatible service'),
  S3_ACCESS_KEY_ID: setting(optional, 'files in DATA_FOLDER', 'Access key for the bucket'),
  S3_SECRET_ACCESS_KEY: setting(optional, 'files in DATA_FOLDER', 'Secret of that access key'),
} as const;

type Table = typeof SETTINGS;
type Values = { [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never };
/** The settings in force. `PUBLIC_URL` has no slash at its end. */
export type Config = Omit<Values, 'PUBLIC_URL'> & { PUBLIC_URL: string };

/** Something the operator can put right. Printed as one line, without a stack. */
export class SetupError extends Error {}

// Groups that mean nothing by halves: an id without its secret would fall back to a sandbox unnoticed.
const TOGETHER: readonly (readonly (keyof Table)[])[] = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET'],
  ['EASYPOST_API_KEY', 'EASYPOST_WEBHOOK_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];

const Shape = z.object(Object.fromEntries(Object.entries(SETTINGS).map(([name, { read }]) => [name, read])));

/** Reads every setting once. An empty value counts as not set. Throws SetupError that names the setting, never its value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Shape.safeParse(given);
  if (!parsed.success) throw new SetupError(parsed.error.issues.map(describeIssue).join('; '));
  const values = parsed.data as Values;
  for (const group of TOGETHER) {
    const missing = group.filter((name) => values[name] === undefined);
    if (missing.length > 0 && missing.length < group.length)
      throw new SetupError(`${group.join(', ')} belong together: ${missing.join(', ')} not set.`);
  }
  if (values.MAIL_INBOUND_ADDRESS !== undefined && !values.MAIL_INBOUND_TOKEN && !values.IMAP_URL)
    throw new SetupError('MAIL_INBOUND_ADDRESS needs MAIL_INBOUND_TOKEN or IMAP_URL: answers would arrive nowhere.');
  return { ...values, PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}` };
}

/**
 * Throws SetupError when something made for trying out would run next to something real: the demo sign-in, which needs
 * no password, or the demo mailbox, which shows every email, next to a real shop or at a public address; the made-up
 * email addresses next to a mail server.
 */
export function refusePretendPartners(config: Config): void {
  const place =
    config.SHOPIFY_API_KEY !== undefined
      ? 'beside a real shop (SHOPIFY_API_KEY)'
      : config.PUBLIC_URL.startsWith('https:')
        ? 'at an https PUBLIC_URL'
        : null;
  const missing = (['OIDC_ISSUER', 'SMTP_URL'] as const).filter((name) => config[name] === undefined);
  if (place !== null && missing.length > 0)
    throw new SetupError(
      `${missing.join(' and ')} must be set ${place}: the demo sign-in needs no password, and anyone can read the demo mailbox.`,
    );
  const madeUp = (['MAIL_FROM', 'SUPPORT_EMAIL'] as const).filter((name) => config[name] === PRETEND[name]);
  if (config.SMTP_URL !== undefined && madeUp.length > 0)
    throw new SetupError(
      `${madeUp.join(' and ')} must be set beside a mail server (SMTP_URL): the address in its place doesn't exist.`,
    );
}

/** Whether only this machine reaches the server. */
export const isLocalHost = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host);

const describeIssue = (issue: z.core.$ZodIssue): string =>
  `The setting ${String(issue.path[0])} is wrong: ${issue.message}`;

/** The configuration table as Markdown. */
export function describeSettings(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { shownDefault, description }]) => `| \`${name}\` | ${shownDefault} | ${description} |`,
  );
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}
