import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import * as contract from '#contract/merchant/emails.ts';
import { domainFrom, RECORD_KINDS, recordName, recordValue, statusOfDomain } from '#core/emails/domain-records.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { emailDomainOf, removeEmailDomain, replaceEmailDomain, type EmailDomainRow } from '#server/db/email-domains.ts';
import type { ServerDeps } from '#server/deps.ts';
import { checkDomain, spfOf } from '#server/email/check-domain.ts';
import { aboutDomainKey, noReplyOf, provenDomain } from '#server/email/sender.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { seal } from '#server/stores/seal.ts';

type Deps = Pick<ServerDeps, 'database' | 'dns' | 'config' | 'secret'>;

/** The domain that a store's emails are sent from. */
export const emailDomainHandlers = (deps: Deps): Handler[] => {
  const { database } = deps;
  const shown = async (storeId: number): Promise<contract.DomainShown> =>
    show(deps, await database.readStore(storeId, (db) => emailDomainOf(db, storeId)));
  return [
    handle(contract.getEmailDomain, (_input, { storeId }) => shown(storeId)),

    handle(contract.putEmailDomain, async ({ body }, { storeId }) => {
      const domain = domainFrom(body.domain);
      if (domain === null) {
        const text = 'Must be a domain such as shop.example.';
        throw new Refusal('notAllowed', 'DOMAIN_INVALID', text, { 'body.domain': text });
      }
      const { publicKey, privateKey } = await newKey();
      const selector = `makegood-${randomBytes(4).toString('hex')}`;
      const sealedPrivateKey = seal(deps.secret, aboutDomainKey(storeId, domain), privateKey);
      await database.inStore(storeId, (db) =>
        replaceEmailDomain(db, storeId, { domain, selector, publicKey, sealedPrivateKey }),
      );
      return shown(storeId);
    }),

    handle(contract.checkEmailDomain, async (_input, { storeId }) => {
      const row = await database.readStore(storeId, (db) => emailDomainOf(db, storeId));
      if (!row) throw new Refusal('conflict', 'DOMAIN_MISSING', 'Add a domain first.');
      await checkDomain(deps, row).catch((error: unknown) => {
        if (!(error instanceof PartnerError)) throw error;
        throw new Refusal('conflict', 'DNS_UNAVAILABLE', `${error.message} Try again in a moment.`);
      });
      return shown(storeId);
    }),

    handle(contract.deleteEmailDomain, async (_input, { storeId }) => {
      await database.inStore(storeId, (db) => removeEmailDomain(db, storeId));
      return shown(storeId);
    }),
  ];
};

const makeKey = promisify(generateKeyPair);

/** RSA of 2048 bits: what every receiver checks (RFC 8301). */
async function newKey(): Promise<{ publicKey: string; privateKey: string }> {
  const { publicKey, privateKey } = await makeKey('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey: publicKey.toString('base64'), privateKey };
}

function show({ config }: Deps, row: EmailDomainRow | null): contract.DomainShown {
  return {
    noReplyEmail: noReplyOf(config),
    verifiedEmailDomain: provenDomain(row),
    domain: row && {
      name: row.domain,
      status: statusOfDomain(row),
      checkedOn: row.checked_on?.toISOString() ?? null,
      verifiedOn: row.verified_on?.toISOString() ?? null,
      failingSince: row.failing_since?.toISOString() ?? null,
      records: RECORD_KINDS.map((kind) => {
        const found = row.found[kind] ?? null;
        const value = recordValue(kind, { publicKey: row.public_key }, spfOf(config), found?.seen ?? '');
        return { kind, name: recordName(kind, row), value: found?.state === 'found' ? found.seen : value, found };
      }),
    },
  };
}
