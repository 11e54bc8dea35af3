import { fieldProblems, valuesById } from '#core/claims/field-answers.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import type { OrderLine } from '#core/orders/order.ts';
import { onYesText } from '#core/claims/review.ts';
import type { ChosenPolicy, Demands, Policy } from '#core/policy/policy.ts';
import { Refusal } from '#core/refusal.ts';

/**
 * What rules want from the shopper about each item. Staff are not asked. Refuses QUESTION_UNANSWERED, ITEM_INELIGIBLE,
 * CUSTOM_FIELD_INVALID with a text per field, COMMENT_REQUIRED, MEDIA_REQUIRED and INSTANT_EXCHANGE_REQUIRED.
 */
export function checkAnswers(
  input: Pick<CreateClaimInput, 'order' | 'policy' | 'selections' | 'isInstantExchange' | 'askedAgainst'>,
): void {
  const { order, policy, selections } = input;
  if (policy.asker === 'staff') return;
  for (const [index, selection] of selections.entries()) {
    const { [index]: chosen = null } = policy.chosen;
    const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === selection.lineIdFromPlatform);
    if (!line) continue;
    if (input.askedAgainst) {
      // A review is asked for because of an answer, and may be asked for before anything else is asked.
      checkFields({ selection, index }, answeredFields(selection, chosen?.demands ?? null), line);
      continue;
    }
    if (chosen) checkQuestions(selection, chosen, line);
    checkDemands({ selection, index }, chosen?.demands ?? demandsBySettings(policy), line);
  }
  const isExchanged = selections.some(({ method, isShopNow }) => method === 'variantExchange' && isShopNow !== true);
  if (!input.askedAgainst && policy.isInstantExchangeRequired && isExchanged && input.isInstantExchange !== true)
    throw new Refusal(
      'notAllowed',
      'INSTANT_EXCHANGE_REQUIRED',
      'This store ships exchanges right away, against a hold on your card.',
    );
}

function checkQuestions({ answers = [] }: ClaimSelection, { questions }: ChosenPolicy, line: OrderLine): void {
  for (const asked of questions) {
    const answer = answers.find((one) => one.ruleId === asked.ruleId)?.answer;
    if (answer === undefined)
      throw new Refusal(
        'notAllowed',
        'QUESTION_UNANSWERED',
        `Please answer for "${line.name}": ${asked.question}`,
      ).naming({ item: line.name, question: asked.question });
    if (answer === 'yes') {
      const refusal = new Refusal('notAllowed', 'ITEM_INELIGIBLE', onYesText(asked, line));
      throw asked.onYesMessage === '' ? refusal.naming({ item: line.name }) : refusal;
    }
  }
}

/** What the settings want of every item, where no rule says what is wanted of this one. */
const demandsBySettings = ({ leastMedia }: Policy): Demands => ({
  fields: [],
  isCommentShown: true,
  isCommentRequired: false,
  leastMedia,
  mediaInstructions: [],
});

function checkDemands({ selection, index }: Placed, demands: Demands, line: OrderLine): void {
  const { comments, media } = selection;
  checkFields({ selection, index }, demands.fields, line);
  if (demands.isCommentRequired && comments.trim() === '')
    throw new Refusal('notAllowed', 'COMMENT_REQUIRED', `Please add a comment about "${line.name}".`).naming({
      item: line.name,
    });
  if (media.length < demands.leastMedia)
    throw new Refusal('notAllowed', 'MEDIA_REQUIRED', mediaText(line, demands.leastMedia)).naming({
      item: line.name,
      least: demands.leastMedia,
    });
}

function checkFields(
  { selection: { customFields = [] }, index }: Placed,
  fields: readonly AskedField[],
  line: OrderLine,
): void {
  const problems = fieldProblems(fields, valuesById(customFields));
  const wrong = fields.find(({ id }) => Object.hasOwn(problems, id));
  if (!wrong) return;
  throw new Refusal(
    'notAllowed',
    'CUSTOM_FIELD_INVALID',
    `"${line.name}", ${wrong.displayName}: ${problems[wrong.id]}`,
    withPrefix(`selections.${index}.customFields.`, problems),
  ).naming({ item: line.name, field: wrong.displayName });
}

const answeredFields = ({ customFields = [] }: ClaimSelection, demands: Demands | null): AskedField[] =>
  (demands?.fields ?? []).filter((field) =>
    customFields.some(({ id, value }) => id === field.id && value.trim() !== ''),
  );

type Placed = { selection: ClaimSelection; index: number };

const withPrefix = (prefix: string, problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([id, text]) => [`${prefix}${id}`, text]));

const mediaText = (line: OrderLine, least: number): string =>
  least === 1
    ? `Please add a photo or video of "${line.name}".`
    : `Please add at least ${least} photos or videos of "${line.name}".`;
