import { z } from 'zod';
import { action, union, type Match } from '#core/automations/action.ts';

const params = z
  .strictObject({
    customFieldIds: z.array(z.number().int().positive()),
    showDefaultCommentField: z.boolean(),
    isDefaultCommentFieldRequired: z.boolean(),
    isMediaUploadRequired: z.boolean(),
    mediaUploadInstructions: z.string().max(500),
    minimumMediaUploadAmount: z.number('Must provide a number.').int('Must be a whole number').min(0).max(20),
  })
  .superRefine(({ isMediaUploadRequired, minimumMediaUploadAmount }, context) => {
    if (isMediaUploadRequired && minimumMediaUploadAmount < 1)
      context.addIssue({ code: 'custom', path: ['minimumMediaUploadAmount'], message: 'Must be greater than zero' });
  });
type Params = z.output<typeof params>;

/** Every field that a rule asks for, and the strictest of what they require. */
const combine = (matches: readonly Match<Params>[]) => {
  const withMedia = matches.filter(({ params: { isMediaUploadRequired } }) => isMediaUploadRequired);
  return {
    ruleIds: matches.map(({ ruleId }) => ruleId),
    customFieldIds: union(matches.map(({ params: { customFieldIds } }) => customFieldIds)),
    isCommentShown: matches.some(({ params: its }) => its.showDefaultCommentField),
    isCommentRequired: matches.some(
      ({ params: its }) => its.showDefaultCommentField && its.isDefaultCommentFieldRequired,
    ),
    leastMedia: Math.max(0, ...withMedia.map(({ params: its }) => its.minimumMediaUploadAmount)),
    mediaInstructions: union(withMedia.map(({ params: its }) => [its.mediaUploadInstructions])).filter(
      (text) => text !== '',
    ),
  };
};

export const collectCustomFields = action({
  label: 'Collect Custom Fields',
  description: 'Ask the shopper for more about an item: custom fields, a comment, photos.',
  hooks: ['afterReasonSelection'],
  perLine: true,
  shopperTexts: ['mediaUploadInstructions'],
  params,
  initial: {
    customFieldIds: [],
    showDefaultCommentField: true,
    isDefaultCommentFieldRequired: false,
    isMediaUploadRequired: false,
    mediaUploadInstructions: '',
    minimumMediaUploadAmount: 1,
  },
  summary: (its, { customField }) => [
    ...its.customFieldIds.map((id) => `Field: ${customField(id)}`),
    ...(its.showDefaultCommentField ? [its.isDefaultCommentFieldRequired ? 'Comment required' : 'Comment'] : []),
    ...(its.isMediaUploadRequired ? [`At least ${its.minimumMediaUploadAmount} photos or videos`] : []),
  ],
  references: ({ customFieldIds: customFields }) => ({ customFields }),
  combine,
});
