import { z } from 'zod';
import { ANSWERS_MAX, AnswerText } from '#core/protection/answer-template.ts';
import { Version } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const TemplateParams = z.object({ answerTemplateId: z.coerce.number().int().positive() });
const NotFound = { ANSWER_TEMPLATE_NOT_FOUND: 'Answer template not found' };
const Changed = { ANSWER_TEMPLATE_CHANGED: 'Somebody else changed the answers first; the text says who' };

/** An answer that the provider's team gives again and again. */
export const AnswerTemplate = z.object({
  id: z.number().int(),
  name: z.string(),
  body: z.string(),
  version: Version,
  updatedOn: z.string(),
  updatedBy: z.string(),
});
export type AnswerTemplate = z.infer<typeof AnswerTemplate>;

/** In the order in which they are offered. */
const Templates = z.object({ templates: z.array(AnswerTemplate) });

export const listAnswerTemplates = route({
  method: 'GET',
  path: '/api/provider/answer-template',
  access: 'provider',
  summary: 'List the answers of the provider, in their order',
  response: Templates,
});

export const createAnswerTemplate = route({
  method: 'POST',
  path: '/api/provider/answer-template',
  access: 'provider',
  summary: 'Add an answer, after the others',
  body: AnswerText,
  response: Templates,
  errors: { TOO_MANY_ANSWERS: `There are ${ANSWERS_MAX} answers already` },
});

export const changeAnswerTemplate = route({
  method: 'PUT',
  path: '/api/provider/answer-template/{answerTemplateId}',
  access: 'provider',
  summary: 'Change an answer',
  params: TemplateParams,
  body: AnswerText.extend({ version: Version }),
  response: Templates,
  errors: { ...NotFound, ...Changed },
});

export const deleteAnswerTemplate = route({
  method: 'DELETE',
  path: '/api/provider/answer-template/{answerTemplateId}',
  access: 'provider',
  summary: 'Remove an answer; what was written with it stays',
  params: TemplateParams,
  response: Templates,
  errors: NotFound,
});

export const orderAnswerTemplates = route({
  method: 'PUT',
  path: '/api/provider/answer-template/order',
  access: 'provider',
  summary: 'Put the answers in another order',
  body: z.strictObject({ ids: z.array(z.number().int().positive()).max(ANSWERS_MAX) }),
  response: Templates,
  errors: Changed,
});

export const providerChanges = route({
  method: 'GET',
  path: '/api/provider/audit-log',
  access: 'provider',
  summary: 'List the latest changes of what is the provider’s own, the newest first',
  response: z.object({
    entries: z.array(
      z.object({
        id: z.number().int(),
        createdOn: z.string(),
        who: z.string(),
        what: z.string(),
        thing: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});
