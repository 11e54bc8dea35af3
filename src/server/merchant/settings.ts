import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as contract from '#contract/merchant/merchant.ts';
import * as contracts from '#contract/merchant/settings.ts';
import type { RouteParsed } from '#contract/route.ts';
import { categoryName } from '#core/claims/reason-category.ts';
import { categoryOfReason } from '#core/claims/reasons.ts';
import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import { reasons as reasonsGroup } from '#core/settings/groups/reasons.ts';
import { allReasons, withReason, type AnyReason } from '#core/settings/reasons.ts';
import { perGroup, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { problemOfSendFrom } from '#core/emails/domain-records.ts';
import type { FieldProblems } from '#core/settings/group.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { emailDomainOf } from '#server/db/email-domains.ts';
import { noReplyOf, provenDomain, senderSettings } from '#server/email/sender.ts';
import { saveGroup, savedGroups } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { SignedInUser } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';

type Deps = Pick<ServerDeps, 'database' | 'config'>;

/** The settings of the store by group, and the reasons, which are one of the groups. */
export const settingsHandlers = ({ database, config }: Deps): Handler[] => [
  handle(contracts.getConfig, async (_input, { storeId }) => ({ groups: await shown({ database, config }, storeId) })),
  handle(contracts.getIntegrations, async (_input, { storeId }) => ({
    groups: await shown({ database, config }, storeId),
  })),
  handle(contracts.getTheme, async (_input, { storeId }) => ({ groups: await shown({ database, config }, storeId) })),

  ...[contracts.saveConfig, contracts.saveIntegrations, contracts.saveTheme].map((call) =>
    handle(call, ({ body }, { storeId, roleCode, user }) =>
      database.inStore(storeId, async (db) => {
        const group = SETTINGS_GROUPS[body.group];
        if (group.isProviderOnly && !can(roleCode, 'providerControls', await knownStore(db, storeId)))
          throw new Refusal('forbidden', 'PROVIDER_ONLY', 'Only the provider can change these settings.');
        const before = (await savedGroups(db, storeId)).get(body.group);
        const entered = group.enter(before?.document ?? {}, body.document);
        const { document } = entered;
        const problems =
          body.group === 'email'
            ? { ...(await senderProblems(db, storeId, config, document)), ...entered.problems }
            : entered.problems;
        const [problem] = Object.values(problems);
        if (problem !== undefined)
          throw new Refusal(
            'notAllowed',
            'SETTINGS_REFUSED',
            problem,
            Object.fromEntries(Object.entries(problems).map(([field, text]) => [`body.document.${field}`, text])),
          );
        await save(db, storeId, { group: body.group, version: body.version, document }, user);
        return { version: body.version + 1 };
      }),
    ),
  ),

  handle(contract.claimReasons, (_input, { storeId }) =>
    database.inStore(storeId, async (db) => ({
      reasons: allReasons((await savedReasons(db, storeId)).document).map(showReason),
    })),
  ),

  handle(contract.addClaimReason, ({ body }, { storeId, user }) =>
    database.inStore(storeId, (db) => saveReason(db, storeId, editedReason(`Reason_${randomUUID()}`, body), user)),
  ),

  handle(contract.changeClaimReason, ({ params, body }, { storeId, user }) =>
    database.inStore(storeId, async (db) => {
      const { document } = await savedReasons(db, storeId);
      if (!allReasons(document).some(({ id }) => id === params.claimReasonId))
        throw new Refusal('notFound', 'REASON_NOT_FOUND', "This reason doesn't exist in this store.");
      return saveReason(db, storeId, editedReason(params.claimReasonId, body), user);
    }),
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

async function knownStore(db: Db, storeId: number): Promise<{ isTest: boolean }> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return { isTest: store.is_test };
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

type Entered = { group: GroupName; version: number; document: object };

/** Refuses SETTINGS_CHANGED with who saved first. */
async function save(db: Db, storeId: number, entered: Entered, user: SignedInUser): Promise<void> {
  if (await saveGroup(db, storeId, { ...entered, by: staffName(user) })) return;
  const saved = (await savedGroups(db, storeId)).get(entered.group);
  throw new Refusal(
    'conflict',
    'SETTINGS_CHANGED',
    `${saved?.updatedBy ?? 'Someone else'} changed these settings while you were editing them.`,
  );
}

type ReasonBody = RouteParsed<typeof contract.addClaimReason>['body'];

function editedReason(id: string, { name, isDeleted, category, claimReasonDetails }: ReasonBody): AnyReason {
  const detailsThatAre = (deleted: boolean): string[] => [
    ...new Set(claimReasonDetails.filter((one) => one.isDeleted === deleted).map((one) => one.name)),
  ];
  const retiredDetails = detailsThatAre(true);
  return {
    id,
    name,
    isDeleted,
    details: detailsThatAre(false),
    ...(category ? { category: category.code } : {}),
    ...(retiredDetails.length > 0 ? { retiredDetails } : {}),
  };
}

function showReason(reason: AnyReason): z.output<typeof contract.addClaimReason.response> {
  const code = categoryOfReason(reason);
  const shown = (isDeleted: boolean) => (name: string) => ({ id: name, name, isDeleted });
  return {
    id: reason.id,
    name: reason.name,
    isDeleted: reason.isDeleted,
    category: { code, name: categoryName(code) },
    claimReasonDetails: [...reason.details.map(shown(false)), ...(reason.retiredDetails ?? []).map(shown(true))],
  };
}

async function savedReasons(db: Db, storeId: number) {
  const saved = (await savedGroups(db, storeId)).get('reasons');
  return { version: saved?.version ?? 0, document: reasonsGroup.fields.parse(saved?.document ?? {}) };
}

/** Reasons are one group of settings, so saving one makes a new version of it. */
async function saveReason(db: Db, storeId: number, reason: AnyReason, user: SignedInUser) {
  const { version, document } = await savedReasons(db, storeId);
  await save(db, storeId, { group: 'reasons', version, document: withReason(document, reason) }, user);
  return showReason(reason);
}
