import * as contracts from '#contract/merchant/settings.ts';
import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import { perGroup, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { problemOfSendFrom } from '#core/emails/domain-records.ts';
import type { FieldProblems } from '#core/settings/group.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldsThere } from '#server/db/custom-fields.ts';
import { emailDomainOf } from '#server/db/email-domains.ts';
import { noReplyOf, provenDomain, senderSettings } from '#server/email/sender.ts';
import { savedGroups, settingsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { followSettings } from '#server/protection/keep-cover.ts';
import { saveOver } from '#server/merchant/save-settings.ts';

type Deps = Pick<ServerDeps, 'database' | 'config'>;
type Entered = { group: GroupName; document: object };

/** The settings of the store by group. */
export const settingsHandlers = ({ database, config }: Deps): Handler[] => [
  handle(contracts.getConfig, async (_input, { storeId }) => ({ groups: await shown({ database, config }, storeId) })),
  handle(contracts.getIntegrations, async (_input, { storeId }) => ({
    groups: await shown({ database, config }, storeId),
  })),
  handle(contracts.getTheme, async (_input, { storeId }) => ({ groups: await shown({ database, config }, storeId) })),

  ...[contracts.saveConfig, contracts.saveIntegrations, contracts.saveTheme].map((call) =>
    handle(call, ({ body }, { storeId, roleCode, user, requestId }) =>
      database.inStore(storeId, async (db) => {
        const group = SETTINGS_GROUPS[body.group];
        const store = await knownStore(db, storeId);
        const isProvider = can(roleCode, 'providerControls', { isTest: store.is_test });
        if (group.isProviderOnly && !isProvider)
          throw new Refusal('forbidden', 'PROVIDER_ONLY', 'Only the provider can change these settings.');
        const before = (await savedGroups(db, storeId)).get(body.group);
        const entered = group.enter(before?.document ?? {}, body.document, isProvider ? 'provider' : 'store');
        const document = await toSave(db, store, config, { group: body.group, document: entered.document });
        const problems =
          body.group === 'email'
            ? { ...(await senderProblems(db, storeId, config, entered.document)), ...entered.problems }
            : entered.problems;
        const [problem] = Object.values(problems);
        if (problem !== undefined)
          throw new Refusal(
            'notAllowed',
            'SETTINGS_REFUSED',
            problem,
            Object.fromEntries(Object.entries(problems).map(([field, text]) => [`body.document.${field}`, text])),
          );
        await saveOver(db, storeId, { group: body.group, version: body.version, document }, user);
        await followSettings(db, { storeId, requestId, publicUrl: config.PUBLIC_URL }, settingsOf(store));
        return { version: body.version + 1 };
      }),
    ),
  ),
];

/** Every group; a call answers with those of its part. */
const shown = ({ database, config }: Deps, storeId: number) =>
  database.inStore(storeId, async (db) => {
    const saved = await savedGroups(db, storeId);
    const sender = await senderAsItCounts(db, storeId, config);
    return perGroup((name) => {
      const group = saved.get(name);
      return {
        version: group?.version ?? 0,
        updatedOn: group?.updatedOn.toISOString() ?? null,
        updatedBy: group?.updatedBy ?? null,
        document: name === 'email' ? sender : SETTINGS_GROUPS[name].fields.parse(group?.document ?? {}),
      };
    });
  });

async function knownStore(db: Db, storeId: number): Promise<StoreRow> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return store;
}

/** What is saved of a document that was entered. */
async function toSave(db: Db, store: StoreRow, config: Config, { group, document }: Entered): Promise<object> {
  if (group === 'registrations') return formOfNow(db, store.store_id, document);
  return group === 'email' ? senderToKeep(db, store, config, document) : document;
}

/** The registration form without custom fields that are gone. */
async function formOfNow(db: Db, storeId: number, document: unknown) {
  const form = SETTINGS_GROUPS.registrations.fields.parse(document);
  const there = await fieldsThere(
    db,
    storeId,
    form.customFields.map(({ id }) => id),
  );
  return { ...form, customFields: form.customFields.filter(({ id }) => there.has(id)) };
}

/** An address of a domain whose DNS fails is not shown, and stays as it is saved while nobody types another one. */
async function senderToKeep(db: Db, store: StoreRow, config: Config, document: unknown) {
  const typed = SETTINGS_GROUPS.email.fields.parse(document);
  const shown = senderSettings(store, provenDomain(await emailDomainOf(db, store.store_id)), config);
  if (typed.emailSendFrom !== shown.emailSendFrom) return typed;
  return { ...typed, emailSendFrom: settingsOf(store).email.emailSendFrom };
}

async function senderAsItCounts(db: Db, storeId: number, config: Config) {
  const [store, domain] = await Promise.all([storeById(db, storeId), emailDomainOf(db, storeId)]);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return senderSettings(store, provenDomain(domain), config);
}

/** Nobody sends from a domain that isn't theirs (S5.05). */
async function senderProblems(db: Db, storeId: number, config: Config, document: unknown): Promise<FieldProblems> {
  const { emailSendFrom: from } = SETTINGS_GROUPS.email.fields.parse(document);
  const problem = problemOfSendFrom(from, provenDomain(await emailDomainOf(db, storeId)), noReplyOf(config));
  return problem === null ? {} : { emailSendFrom: problem };
}
