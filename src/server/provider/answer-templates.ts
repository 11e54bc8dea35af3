import * as contract from '#contract/provider/answer-templates.ts';
import { ANSWERS_MAX } from '#core/protection/answer-template.ts';
import { Refusal } from '#core/refusal.ts';
import {
  addAnswerTemplate,
  answerTemplates,
  holdAnswerTemplates,
  placeAnswerTemplates,
  providerEntries,
  removeAnswerTemplate,
  saveAnswerTemplate,
  type AnswerRow,
} from '#server/db/answer-templates.ts';
import type { Db } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';

/** The answers of the provider's team: settings of no store. */
export function answerTemplateHandlers({ database }: Pick<ServerDeps, 'database'>): Handler[] {
  /** Changes them while nobody else does, and answers them as they are then. */
  const change = (work: (db: Db, now: AnswerRow[]) => Promise<unknown>) =>
    database.asOwner(async (db) => {
      await work(db, await holdAnswerTemplates(db));
      return { templates: (await answerTemplates(db)).map(shown) };
    });

  return [
    handle(contract.listAnswerTemplates, async () => ({
      templates: (await database.asOwner(answerTemplates)).map(shown),
    })),

    handle(contract.createAnswerTemplate, ({ body }, { user }) =>
      change((db, now) => {
        if (now.length >= ANSWERS_MAX)
          throw new Refusal('notAllowed', 'TOO_MANY_ANSWERS', `There are ${ANSWERS_MAX} answers. Delete one first.`);
        return addAnswerTemplate(db, Math.max(0, ...now.map(({ position }) => position)) + 1, body, staffName(user));
      }),
    ),

    handle(contract.changeAnswerTemplate, ({ params, body }, { user }) =>
      change((db, now) => {
        const row = found(now, params.answerTemplateId);
        if (row.version !== body.version) throw changed(row.updated_by);
        return saveAnswerTemplate(db, row, body, staffName(user));
      }),
    ),

    handle(contract.deleteAnswerTemplate, ({ params }) =>
      change((db, now) => removeAnswerTemplate(db, found(now, params.answerTemplateId).template_id)),
    ),

    handle(contract.orderAnswerTemplates, ({ body: { ids } }) =>
      change(async (db, now) => {
        const isSame = now.length === ids.length && now.every(({ template_id: id }) => ids.includes(id));
        if (!isSame) throw changed('Somebody else');
        if (ids.length > 0) await placeAnswerTemplates(db, ids);
      }),
    ),

    handle(contract.providerChanges, async () => ({
      entries: (await database.asOwner(providerEntries)).map((row) => ({
        id: row.entry_id,
        createdOn: row.created_on.toISOString(),
        who: row.actor_name,
        what: row.what,
        thing: row.thing_name,
        before: row.before,
        after: row.after,
      })),
    })),
  ];
}

function found(rows: readonly AnswerRow[], id: number): AnswerRow {
  const row = rows.find((one) => one.template_id === id);
  if (!row) throw new Refusal('notFound', 'ANSWER_TEMPLATE_NOT_FOUND', "This answer doesn't exist any more.");
  return row;
}

const changed = (by: string): Refusal =>
  new Refusal('conflict', 'ANSWER_TEMPLATE_CHANGED', `${by} changed the answers meanwhile. Please look at them again.`);

const shown = (row: AnswerRow): contract.AnswerTemplate => ({
  id: row.template_id,
  name: row.name,
  body: row.body,
  version: row.version,
  updatedOn: row.updated_on.toISOString(),
  updatedBy: row.updated_by,
});
