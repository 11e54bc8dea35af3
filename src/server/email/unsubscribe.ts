import type { ServerDeps } from '#server/deps.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { escapeHtml, foregroundOn, safeColor } from '#server/email/render.ts';
import { readUnsubscribe, UNSUBSCRIBE_PATH } from '#server/email/unsubscribe-link.ts';
import { liftHash, suppressHash } from '#server/db/email-suppressions.ts';
import { receive, type Handler, type RawAnswer } from '#server/http/serve.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret'>;

/**
 * Ends the reminders of a store: with one click in a mail program, which posts here (RFC 8058), or on the page behind the
 * link. Opening the page changes nothing, since mail servers open links too.
 */
export const unsubscribeHandlers = ({ database, secret }: Deps): Handler[] => {
  const brandFor = (storeId: number) =>
    database.readStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      return store ? brandOf(store) : null;
    });
  const answer = async (
    token: string,
    say: (brand: Brand, token: string) => string,
    first: Change | null,
  ): Promise<RawAnswer> => {
    const known = readUnsubscribe(secret, token);
    const brand = known && (await brandFor(known.storeId));
    if (!known || !brand)
      return page(
        404,
        NO_BRAND,
        "<h1>This link doesn't work</h1><p>It may have been cut off. Copy the whole address from the email.</p>",
      );
    if (first) await database.inStore(known.storeId, (db) => first(db, known));
    return page(200, brand, say(brand, token));
  };
  return [
    receive('GET', `${UNSUBSCRIBE_PATH}/{token}`, ({ params }) => answer(params['token'] ?? '', asking, null)),
    receive('POST', `${UNSUBSCRIBE_PATH}/{token}`, ({ params }) =>
      answer(params['token'] ?? '', ended, (db, known) => suppressHash(db, known, 'unsubscribed')),
    ),
    receive('POST', `${UNSUBSCRIBE_PATH}/{token}/undo`, ({ params }) =>
      answer(params['token'] ?? '', resumed, liftHash),
    ),
  ];
};

type Brand = { storeName: string; color: string };
type Change = (db: Parameters<typeof suppressHash>[0], known: Parameters<typeof suppressHash>[1]) => Promise<unknown>;
const NO_BRAND: Brand = { storeName: 'Makegood', color: '' };

const asking = ({ storeName }: Brand): string =>
  `<h1>Stop reminders?</h1><p>${escapeHtml(storeName)} won't remind you to ship your returns. You still get emails about what you asked for.</p>
<form method="post"><button>Stop reminders</button></form>`;

const ended = ({ storeName }: Brand, token: string): string =>
  `<h1>Reminders are off</h1><p>${escapeHtml(storeName)} won't remind you to ship your returns any more.</p>
<form method="post" action="${escapeHtml(`${UNSUBSCRIBE_PATH}/${token}/undo`)}"><button>Turn reminders on again</button></form>`;

const resumed = ({ storeName }: Brand): string =>
  `<h1>Reminders are on</h1><p>${escapeHtml(storeName)} reminds you when a return is waiting to be shipped.</p>`;

function page(status: number, brand: Brand, body: string): RawAnswer {
  const color = safeColor(brand.color);
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(brand.storeName)}</title>
<style>body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#f2f2f0}main{max-width:32rem;margin:10vh auto;background:#fff;border-radius:8px;padding:2rem}h1{font-size:1.4rem;margin:0 0 .5rem}button{font:inherit;font-weight:600;min-height:44px;padding:0 1.2rem;border:0;border-radius:6px;background:${color};color:${foregroundOn(color)};cursor:pointer}</style></head>
<body><main>${body}</main></body></html>`,
  };
}
