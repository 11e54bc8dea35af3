import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/merchant/shipping-claims.ts';
import { insertShippingClaim, shippingClaimById } from '#server/db/shipping-claims.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { sentRequest } from '#server/sent-request.ts';
import { MAIL_SAMPLES, type MailExpected, type SampleClaim, type SampleWorld } from '#server/testing/mail-samples.ts';
import { INBOUND_TOKEN, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { fileShippingClaim, SHIPPING_CLAIMS_ON } from '#server/testing/shipping-claims.ts';

let server: TestServer;
let staff: Caller;
let world: SampleWorld;
let mailsBefore = 0;
const outcomes: Outcome[] = [];
beforeAll(async () => {
  server = await startTestServer({ orders: 120 });
  staff = await server.staff('Staff');
  await server.saveSettings(SHIPPING_CLAIMS_ON);
  world = await makeWorld();
  mailsBefore = server.mailbox.messages().length;
  for (const sample of MAIL_SAMPLES) outcomes.push(await take(sample));
}, 600_000);
afterAll(() => server.close());

const owner = <T>(work: Parameters<typeof server.server.deps.database.asOwner<T>>[0]): Promise<T> =>
  server.server.deps.database.asOwner(work);

async function makeWorld(): Promise<SampleWorld> {
  const claim = async (): Promise<SampleClaim & { raw: string }> => {
    const { id, email, replyTo, told } = await fileShippingClaim(server, staff);
    return { id, storeId: server.storeId, email, replyTo, sentId: told.messageId, raw: told.raw };
  };
  const [ada, ben] = [await claim(), await claim()];
  const { config, secret } = server.server.deps;
  // A claim of another store, of the same person and the same number.
  const otherStoreId = await owner(async (db) => {
    const made = { slug: `other-${randomUUID()}`, name: 'Other', currency_code: 'USD', shop_domain: null };
    const { store_id: storeId } = await db
      .insertInto('store')
      .values(made)
      .returning('store_id')
      .executeTakeFirstOrThrow();
    await sql`insert into store_order (store_id, order_id, id_from_platform, order_no, order_no_key, email_key, postal_key, created_on, updated_on, document) overriding system value
      select ${storeId}, o.order_id, id_from_platform, o.order_no, order_no_key, '', '', o.created_on, o.updated_on, jsonb_set(jsonb_set(o.document, '{email}', '"zoe@other.example"'), '{customer}', 'null')
      from store_order o join shipping_claim c using (store_id, order_id) where c.store_id = ${server.storeId} and shipping_claim_id = ${ada.id}`.execute(
      db,
    );
    const row = await shippingClaimById(db, server.storeId, ada.id);
    if (!row) throw new Error('the claim is gone');
    await insertShippingClaim(
      db,
      storeId,
      { ...row.document, customerEmail: 'zoe@other.example' },
      sentRequest({ requestKey: randomUUID() }),
    );
    await sql`insert into claim_mail (store_id, shipping_claim_id, direction, kind, message_id, from_name, from_address, to_address, subject, html, body_text)
      values (${storeId}, ${ada.id}, 'out', 'news', '<sent-by-other-store@makegood>', '', '', 'zoe@other.example', '', '', '')`.execute(
      db,
    );
    return storeId;
  });
  const address = (storeId: number, id: number, on: Date): string =>
    replyAddress(config, secret, { storeId, shippingClaimId: id }, on) ?? '';
  return {
    ada,
    ben,
    otherStore: {
      id: ada.id,
      storeId: otherStoreId,
      email: 'zoe@other.example',
      replyTo: address(otherStoreId, ada.id, new Date()),
      sentId: '<sent-by-other-store@makegood>',
    },
    expired: address(server.storeId, ada.id, new Date('2024-01-01')),
    sentRaw: ada.raw,
  };
}

type Row = {
  where: MailExpected['where'] | 'elsewhere';
  kind: string;
  why: string | null;
  html: string;
  subject: string;
  fromName: string;
  isCut: boolean;
  attachments: { filename: string; problem: string | null; mediaId: string | null }[];
};
type Outcome = { name: string; word: string; status: number; rows: Row[]; isReport: boolean };

/** What each of them left anywhere, in any store. */
async function rowsOf(): Promise<(Row & { id: string })[]> {
  const found = await owner(async (db) => ({
    placed: await db.selectFrom('claim_mail').selectAll().where('direction', '=', 'in').execute(),
    unplaced: await db.selectFrom('unplaced_mail').selectAll().execute(),
  }));
  const whereOf = (storeId: number, id: number): Row['where'] => {
    if (storeId !== server.storeId) return 'elsewhere';
    return id === world.ada.id ? 'ada' : id === world.ben.id ? 'ben' : 'elsewhere';
  };
  return [
    ...found.placed.map((row) => ({
      id: `placed ${row.store_id} ${row.mail_id}`,
      where: whereOf(row.store_id, row.shipping_claim_id),
      kind: row.kind,
      why: null,
      html: row.html,
      subject: row.subject,
      fromName: row.from_name,
      isCut: row.is_cut,
      attachments: row.attachments,
    })),
    ...found.unplaced.map((row) => ({
      id: `unplaced ${row.mail_id}`,
      where: 'unplaced' as const,
      kind: row.kind,
      why: row.why,
      html: row.body_text,
      subject: row.subject,
      fromName: row.from_name,
      isCut: false,
      attachments: row.attachments,
    })),
  ];
}

const reports = (): Promise<number> =>
  owner(async (db) => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer as count from webhook_inbox where partner = 'mail'`.execute(db);
    return rows[0]?.count ?? 0;
  });

let known = new Set<string>();
async function take({ name, raw }: (typeof MAIL_SAMPLES)[number]): Promise<Outcome> {
  const word = `w${outcomes.length}x`;
  const before = await reports();
  const content = raw(world, word);
  const { status } = await fetch(`${server.url}/api/webhooks/mail/${INBOUND_TOKEN}`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822' },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  }).catch(() => ({ status: 413 }));
  const all = await rowsOf();
  const rows = all.filter(({ id }) => !known.has(id));
  known = new Set(all.map(({ id }) => id));
  // As if an hour lay between them: no person writes so many at once.
  await owner((db) =>
    sql`update claim_mail set created_on = created_on - interval '2 hours' where direction = 'in'`.execute(db),
  );
  return { name, word, status, rows, isReport: (await reports()) > before };
}

/** What may stand in nothing that is shown. */
const NEVER =
  /<(?:script|style|img|svg|math|iframe|object|embed|form|input|button|link|meta|base|video|audio|template|textarea|noscript)\b|\son\w+\s*=|(?:javascript|vbscript|data):|\sstyle=|\ssrc=|\sbackground=|\sid=/i;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');

/** Everything that is not as it has to be. */
function problemsOf(outcome: Outcome, expected: MailExpected): string[] {
  const { rows, status, isReport } = outcome;
  const [row] = rows;
  const problems: string[] = [];
  const must = (isRight: boolean, what: string): void => {
    if (!isRight) problems.push(what);
  };
  must(status === (expected.status ?? 200), `answered ${status}`);
  must(isReport === (expected.where === 'report'), `report: ${isReport}`);
  const isSomewhere = expected.where !== 'report' && expected.where !== 'nowhere';
  must(rows.length === (isSomewhere ? 1 : 0), `${rows.length} rows: ${rows.map(({ where }) => where).join(', ')}`);
  if (!row || !isSomewhere) return problems;
  must(row.where === expected.where, `is in ${row.where} (${row.why})`);
  if (expected.kind !== undefined) must(row.kind === expected.kind, `is ${row.kind}`);
  if (expected.why !== undefined) must(row.why === expected.why, `why: ${row.why}`);
  if (expected.subject !== undefined) must(row.subject === expected.subject, `subject: ${row.subject}`);
  if (expected.fromName !== undefined) must(row.fromName === expected.fromName, `name: ${row.fromName}`);
  for (const text of expected.has ?? [])
    must(
      [text, escaped(text)].some((one) => row.html.includes(one)),
      `no "${text}" in ${row.html.slice(0, 300)}`,
    );
  for (const text of expected.hasNot ?? []) must(!text.test(row.html), `${String(text)} in ${row.html.slice(0, 300)}`);
  if (expected.quoted !== undefined)
    must(
      row.html.indexOf(expected.quoted) > row.html.indexOf('<summary>') && row.html.includes('<summary>'),
      `not folded: ${row.html}`,
    );
  else must(!row.html.includes('<summary>'), `folded: ${row.html.slice(0, 300)}`);
  must(row.isCut === (expected.isCut ?? false), `cut: ${row.isCut}`);
  if (row.where !== 'unplaced') must(!NEVER.test(row.html), `unsafe: ${NEVER.exec(row.html)?.[0]}`);
  const files = row.attachments.map(({ filename, problem }) => [filename, problem]);
  if (row.where !== 'unplaced')
    must(JSON.stringify(files) === JSON.stringify(expected.attachments ?? []), `files: ${JSON.stringify(files)}`);
  must(
    row.attachments.every(
      ({ mediaId, problem }) => row.where === 'unplaced' || (mediaId === null) === (problem !== null),
    ),
    'a file is kept that may not be',
  );
  return problems;
}

test('there are at least two hundred mails, each by a name of its own', () => {
  expect(MAIL_SAMPLES.length).toBeGreaterThanOrEqual(200);
  expect(new Set(MAIL_SAMPLES.map((sample) => sample.name)).size).toBe(MAIL_SAMPLES.length);
});

test.each(MAIL_SAMPLES.map((sample, index) => ({ index, ...sample })))('$name', ({ index, expect: expected }) => {
  const outcome = outcomes[index];
  if (!outcome) throw new Error('it was not sent');
  expect(problemsOf(outcome, expected(outcome.word))).toEqual([]);
});

test('what became of one mail is never what is expected of another kind', () => {
  const wrong: string[] = [];
  for (const [index, sample] of MAIL_SAMPLES.entries())
    for (const [at, outcome] of outcomes.entries()) {
      const expected = sample.expect(`w${index}x`);
      if (at === index || (expected.has ?? []).length === 0) continue;
      if (problemsOf(outcome, expected).length === 0) wrong.push(`${outcome.name} passes for ${sample.name}`);
    }
  expect(wrong).toEqual([]);
});

test('nothing answers any of them: no email and no effect but those from before', async () => {
  const { rows } = await owner((db) =>
    sql<{ kind: string }>`select kind from effect where subject_kind = 'shippingClaim'`.execute(db),
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['shippingClaimEmail', 'shippingClaimEmail']);
  expect(server.mailbox.messages().map(({ copies }) => copies)).toEqual(server.mailbox.messages().map(() => 1));
  expect(server.mailbox.messages()).toHaveLength(mailsBefore);
});

test('the claim of the other store has nothing new, and the claims show what came', async () => {
  const shown = await staff(contract.getShippingClaim, {
    params: { storeId: server.storeId, shippingClaimId: world.ben.id },
  });
  expect(shown.emailConversation.messages.filter(({ direction }) => direction === 'in')).toHaveLength(1);
  const { rows } = await owner((db) =>
    sql<{
      count: number;
    }>`select count(*)::integer as count from claim_mail where store_id = ${world.otherStore.storeId} and direction = 'in'`.execute(
      db,
    ),
  );
  expect(rows[0]?.count).toBe(0);
});
