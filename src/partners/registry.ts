import type { IncomingMail } from '#core/mail/incoming-mail.ts';
import { createDns } from '#partners/dns/adapter.ts';
import { createEasyPostLabels } from '#partners/easypost/adapter.ts';
import { createLocalFiles, type LocalFiles } from '#partners/files/local.ts';
import { createImapMailbox } from '#partners/imap/adapter.ts';
import { oidcIdentity } from '#partners/oidc/adapter.ts';
import type { CertificateDocument } from '#partners/documents/certificate.ts';
import type { CodeSheet } from '#partners/documents/code-sheet.ts';
import type { PackingSlip } from '#partners/documents/packing-slip.ts';
import type {
  CardPayments,
  Dns,
  Files,
  Identity,
  Labels,
  Mail,
  MailboxToRead,
  MailReport,
  Payments,
  Storefront,
  StorefrontInstall,
} from '#partners/ports.ts';
import { createShopifyStorefront } from '#partners/shopify/adapter.ts';
import { createCheckoutPayments } from '#partners/shopify/checkout-payments.ts';
import { shopThrottle } from '#partners/shopify/client.ts';
import { createShopifyInstall } from '#partners/shopify/install.ts';
import { createSmtpMail } from '#partners/smtp/adapter.ts';
import { createStripePayments } from '#partners/stripe/adapter.ts';

/** The documents that we make ourselves. */
export type Documents = {
  /** Made when no provider makes labels. */
  packingSlip(slip: PackingSlip): Promise<Uint8Array>;
  /** The certificate of a registration. */
  certificate(certificate: CertificateDocument): Promise<Uint8Array>;
  /** Codes that lead to the registration of products, to cut out or to print on labels. */
  codeSheet(sheet: CodeSheet): Promise<Uint8Array>;
  /** One code, as an SVG picture. */
  codePicture(url: string): Promise<string>;
};

/** What draws them is loaded for the first one, not at the start. */
export const documents: Documents = {
  packingSlip: async (slip) => (await import('#partners/documents/packing-slip.ts')).renderPackingSlip(slip),
  certificate: async (of) => (await import('#partners/documents/certificate.ts')).renderCertificate(of),
  codeSheet: async (sheet) => (await import('#partners/documents/code-sheet.ts')).renderCodeSheet(sheet),
  codePicture: async (url) => (await import('#partners/documents/code-sheet.ts')).codeSvg(url),
};

/** What reads mails is loaded for the first one. */
export async function readMailReport(raw: Uint8Array): Promise<MailReport | null> {
  const loaded = await import('#partners/smtp/reports.ts');
  return loaded.readMailReport(raw);
}

/** Null where a post has no mail in it. */
export async function unwrapPostedMail(body: Uint8Array, contentType: string): Promise<Uint8Array | null> {
  const loaded = await import('#partners/smtp/posted-mail.ts');
  return loaded.unwrapPostedMail(body, contentType);
}

/** Throws where it is no mail. */
export async function readIncomingMail(raw: Uint8Array): Promise<IncomingMail> {
  const loaded = await import('#partners/smtp/incoming.ts');
  return loaded.readIncomingMail(raw);
}

export type PartnerSettings = {
  publicUrl: string;
  /** Signs addresses of local files; gift card codes follow from it. */
  secret: string;
  filesFolder: string;
  oidc: { issuer: string; clientId: string; clientSecret: string };
  smtpUrl: string;
  /** Where incoming mail is fetched; null where it is posted, or nowhere. */
  imapUrl: string | null;
  /** Gets the news of mails that can't be delivered; their sender when it is null. */
  mailReturnPath: string | null;
  /** Who is asked about domains; the machine's own when there is none. */
  dnsServers: readonly string[];
  /** `shopUrl` has {shop} where the domain of a shop goes. */
  shopify: { apiKey: string; apiSecret: string; shopUrl: string };
  easypost: { apiKey: string; webhookSecret: string; baseUrl: string } | null;
  stripe: {
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    apiUrl: string;
    scriptUrl: string;
  } | null;
  /** `endpoint` is null for Amazon itself. */
  s3: { bucket: string; region: string; endpoint: string | null; accessKeyId: string; secretAccessKey: string } | null;
  /** How Shopify, EasyPost and Stripe are called; by default as the platform does. */
  fetch?: typeof fetch | undefined;
};

export type FileServer = Pick<LocalFiles, 'verifyFileRequest' | 'open' | 'receive'>;
export type Partners = {
  identity: Identity;
  mail: Mail;
  /** Null where no mail is fetched. */
  mailboxToRead: MailboxToRead | null;
  dns: Dns;
  files: Files;
  documents: Documents;
  /** What /files answers from; null when files are in object storage. */
  fileServer: FileServer | null;
  /** Everyone set up to sell labels. */
  labels: readonly Labels[];
  /** Money from shoppers by card; null when no provider is set. */
  payments: CardPayments | null;
  install: StorefrontInstall;
  openStorefront: (shopDomain: string, accessToken: () => Promise<string>) => Storefront;
  /** Payments over a store's own checkout. */
  openCheckoutPayments: (shopDomain: string, accessToken: () => Promise<string>) => Payments;
  /** Ends the connections that are kept between calls. */
  close: () => Promise<void>;
};

/** The adapter of each partner, as the settings choose. */
export async function makePartners(settings: PartnerSettings): Promise<Partners> {
  const local = settings.s3
    ? null
    : createLocalFiles({ folder: settings.filesFolder, baseUrl: settings.publicUrl, secret: settings.secret });
  const shopUrl = (shopDomain: string): string => settings.shopify.shopUrl.replace('{shop}', shopDomain);
  const throttles = new Map<string, ReturnType<typeof shopThrottle>>();
  const throttleOf = (shopDomain: string) => {
    const throttle = throttles.get(shopDomain) ?? shopThrottle();
    throttles.set(shopDomain, throttle);
    return throttle;
  };
  const mail = createSmtpMail({ url: settings.smtpUrl, returnPath: settings.mailReturnPath ?? undefined });
  return {
    identity: oidcIdentity(settings.oidc),
    mail,
    mailboxToRead: settings.imapUrl === null ? null : createImapMailbox({ url: settings.imapUrl }),
    dns: createDns({ servers: settings.dnsServers }),
    files: await filesOf(settings, local),
    documents,
    fileServer: local,
    labels: [
      settings.easypost &&
        createEasyPostLabels({
          ...settings.easypost,
          baseUrl: `${settings.easypost.baseUrl.replace(/\/+$/, '')}/v2`,
          fetch: settings.fetch,
        }),
    ].flatMap((labels) => labels ?? []),
    payments: settings.stripe ? createStripePayments({ ...settings.stripe, fetch: settings.fetch }) : null,
    install: createShopifyInstall({
      apiKey: settings.shopify.apiKey,
      apiSecret: settings.shopify.apiSecret,
      shopUrl,
      fetch: settings.fetch,
    }),
    openStorefront: (shopDomain, accessToken) =>
      createShopifyStorefront({
        shopDomain,
        accessToken,
        shopUrl,
        giftCardSecret: settings.secret,
        fetch: settings.fetch,
        throttle: throttleOf(shopDomain),
      }),
    openCheckoutPayments: (shopDomain, accessToken) =>
      createCheckoutPayments({
        shopDomain,
        accessToken,
        shopUrl,
        fetch: settings.fetch,
        throttle: throttleOf(shopDomain),
      }),
    close: () => mail.close(),
  };
}

async function filesOf(settings: PartnerSettings, local: LocalFiles | null): Promise<Files> {
  if (local) return local;
  if (!settings.s3) throw new Error('files are either local or in object storage');
  const { bucket, region, endpoint, ...credentials } = settings.s3;
  // Large, and most servers keep their files themselves.
  const { createS3Files } = await import('#partners/files/s3.ts');
  // Other makers of S3 rarely have a host name for each bucket.
  return createS3Files({
    bucket,
    region,
    credentials,
    forcePathStyle: endpoint !== null,
    ...(endpoint === null ? {} : { endpoint }),
  });
}
