import type { PortalTextId } from '#core/texts/ids.ts';
import { LANGUAGE_CODES, languageFor, LANGUAGES } from '#core/texts/languages.ts';
import { writerOf, type Writer } from '#core/texts/writer.ts';
import { readerLanguage } from '#server/customer/session-order.ts';
import type { ServerDeps } from '#server/deps.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { escapeHtml, foregroundOn, safeColor } from '#server/email/render.ts';
import { readUnsubscribe, UNSUBSCRIBE_PATH } from '#server/email/unsubscribe-link.ts';
import { liftHash, suppressHash } from '#server/db/email-suppressions.ts';
import type { RequestContext } from '#server/http/context.ts';
import { receive, type Handler, type RawAnswer, type RawRequest } from '#server/http/serve.ts';
import { textsIn, writerFor } from '#server/texts.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret'>;

/**
 * Ends the reminders of a store: with one click in a mail program, which posts here (RFC 8058), or on the page behind the
 * link. Opening the page changes nothing, since mail servers open links too.
 */
export const unsubscribeHandlers = ({ database, secret }: Deps): Handler[] => {
  /** The store, and who writes for its shopper. */
  const storeFor = (storeId: number, wishes: readonly string[]): Promise<Said | null> =>
    database.readStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      return store
        ? { brand: brandOf(store), writer: await writerFor(db, store, readerLanguage(store, wishes)) }
        : null;
    });
  const answer = async (
    { params }: RawRequest,
    { wishes }: Pick<RequestContext, 'wishes'>,
    say: (said: Said, token: string) => string,
    first: Change | null,
  ): Promise<RawAnswer> => {
    const token = params['token'] ?? '';
    const known = readUnsubscribe(secret, token);
    const said = known && (await storeFor(known.storeId, wishes));
    if (!known || !said) {
      const language = languageFor(wishes, LANGUAGE_CODES, 'en');
      const nobodys = { brand: NO_BRAND, writer: writerOf(await textsIn(language), language) };
      return page(404, nobodys, broken(nobodys));
    }
    if (first) await database.inStore(known.storeId, (db) => first(db, known));
    return page(200, said, say(said, token));
  };
  return [
    receive('GET', `${UNSUBSCRIBE_PATH}/{token}`, (request, context) => answer(request, context, asking, null)),
    receive('POST', `${UNSUBSCRIBE_PATH}/{token}`, (request, context) =>
      answer(request, context, ended, (db, known) => suppressHash(db, known, 'unsubscribed')),
    ),
    receive('POST', `${UNSUBSCRIBE_PATH}/{token}/undo`, (request, context) =>
      answer(request, context, resumed, liftHash),
    ),
  ];
};

type Brand = { storeName: string; color: string };
type Change = (db: Parameters<typeof suppressHash>[0], known: Parameters<typeof suppressHash>[1]) => Promise<unknown>;
const NO_BRAND: Brand = { storeName: 'Makegood', color: '' };

type Said = { brand: Brand; writer: Writer };
type TextOfPage = Extract<PortalTextId, `email.reminders.${string}`>;

const textsOf = ({ heading, about }: { heading: TextOfPage; about: TextOfPage }, { brand, writer }: Said): string =>
  `<h1>${escapeHtml(writer.write({ id: heading }))}</h1><p>${escapeHtml(writer.write({ id: about, values: { store: brand.storeName } }))}</p>`;
const button = (id: TextOfPage, { writer }: Said): string => `<button>${escapeHtml(writer.write({ id }))}</button>`;

const asking = (said: Said): string =>
  `${textsOf({ heading: 'email.reminders.askHeading', about: 'email.reminders.askAbout' }, said)}
<form method="post">${button('email.reminders.stop', said)}</form>`;

const ended = (said: Said, token: string): string =>
  `${textsOf({ heading: 'email.reminders.offHeading', about: 'email.reminders.offAbout' }, said)}
<form method="post" action="${escapeHtml(`${UNSUBSCRIBE_PATH}/${token}/undo`)}">${button('email.reminders.resume', said)}</form>`;

const resumed = (said: Said): string =>
  textsOf({ heading: 'email.reminders.onHeading', about: 'email.reminders.onAbout' }, said);

const broken = (said: Said): string =>
  textsOf({ heading: 'email.reminders.brokenHeading', about: 'email.reminders.brokenAbout' }, said);

function page(status: number, { brand, writer: { language } }: Said, body: string): RawAnswer {
  const color = safeColor(brand.color);
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><html lang="${language}" dir="${LANGUAGES[language].dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(brand.storeName)}</title>
<style>body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#f2f2f0}main{max-width:32rem;margin:10vh auto;background:#fff;border-radius:8px;padding:2rem}h1{font-size:1.4rem;margin:0 0 .5rem}button{font:inherit;font-weight:600;min-height:44px;padding:0 1.2rem;border:0;border-radius:6px;background:${color};color:${foregroundOn(color)};cursor:pointer}</style></head>
<body><main>${body}</main></body></html>`,
  };
}
