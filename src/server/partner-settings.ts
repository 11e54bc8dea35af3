import { join } from 'node:path';
import type { PartnerSettings } from '#partners/registry.ts';
import { SetupError, type Config } from '#server/config.ts';

/** What the adapters need of the configuration. Throws SetupError for a partner the server cannot do without. */
export function partnerSettings(config: Config, secret: string): PartnerSettings {
  const { EASYPOST_API_KEY, EASYPOST_WEBHOOK_SECRET, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  return {
    publicUrl: config.PUBLIC_URL,
    secret,
    filesFolder: join(config.DATA_FOLDER, 'files'),
    oidc: {
      issuer: needed(config, 'OIDC_ISSUER'),
      clientId: needed(config, 'OIDC_CLIENT_ID'),
      clientSecret: needed(config, 'OIDC_CLIENT_SECRET'),
    },
    smtpUrl: needed(config, 'SMTP_URL'),
    imapUrl: config.IMAP_URL ?? null,
    mailReturnPath: config.MAIL_RETURN_PATH ?? null,
    dnsServers: config.DNS_SERVERS,
    shopify: {
      apiKey: needed(config, 'SHOPIFY_API_KEY'),
      apiSecret: needed(config, 'SHOPIFY_API_SECRET'),
      shopUrl: config.SHOPIFY_SHOP_URL,
    },
    easypost:
      EASYPOST_API_KEY && EASYPOST_WEBHOOK_SECRET
        ? { apiKey: EASYPOST_API_KEY, webhookSecret: EASYPOST_WEBHOOK_SECRET, baseUrl: config.EASYPOST_BASE_URL }
        : null,
    stripe: stripeSettings(config),
    s3:
      S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? {
            bucket: S3_BUCKET,
            region: config.S3_REGION,
            endpoint: config.S3_ENDPOINT ?? null,
            accessKeyId: S3_ACCESS_KEY_ID,
            secretAccessKey: S3_SECRET_ACCESS_KEY,
          }
        : null,
  };
}

function stripeSettings(config: Config): PartnerSettings['stripe'] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = config;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: config.STRIPE_API_URL,
    scriptUrl: config.STRIPE_JS_URL,
  };
}

function needed(
  config: Config,
  name: 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'SMTP_URL' | 'SHOPIFY_API_KEY' | 'SHOPIFY_API_SECRET',
): string {
  const value = config[name];
  if (value === undefined) throw new SetupError(`The setting ${name} is needed.`);
  return value;
}
