import { z } from 'zod';
import { action, union, type Match } from '#core/automations/action.ts';

export const OrderTagAction = z.enum(['Original Order', 'Replacement Order']);
type OrderTagAction = z.infer<typeof OrderTagAction>;

const params = z
  .strictObject({
    orderTags: z.array(z.strictObject({ name: z.string().trim().min(1).max(40) })),
    orderTagAction: OrderTagAction,
    tagWithReason: z.boolean(),
  })
  .superRefine(({ orderTags, tagWithReason }, context) => {
    if (orderTags.length === 0 && !tagWithReason)
      context.addIssue({ code: 'custom', path: ['orderTags'], message: 'Please select at least one tag' });
  });
type Params = z.output<typeof params>;

const tagsFor = (matches: readonly Match<Params>[], order: OrderTagAction) => {
  const those = matches.filter(({ params: { orderTagAction } }) => orderTagAction === order);
  return {
    ruleIds: those.map(({ ruleId }) => ruleId),
    tags: union(those.map(({ params: { orderTags } }) => orderTags.map(({ name }) => name))),
    withReason: those.some(({ params: { tagWithReason } }) => tagWithReason),
  };
};

export const applyOrderTags = action({
  label: 'Apply Order Tags',
  description: 'Tag the original order, or the replacement order, at the platform.',
  hooks: ['claimCreated', 'claimFinalized'],
  perLine: false,
  params,
  initial: { orderTags: [], orderTagAction: 'Original Order', tagWithReason: false },
  summary: ({ orderTags, orderTagAction, tagWithReason }) => [
    ...(orderTags.length === 0 ? [] : [orderTags.map(({ name }) => name).join(', ')]),
    orderTagAction,
    ...(tagWithReason ? ['Also tags with the reason'] : []),
  ],
  problemsAt: ({ orderTagAction }, hook) =>
    hook === 'claimCreated' && orderTagAction === 'Replacement Order'
      ? [{ path: 'orderTagAction', message: 'A new claim has no replacement order.' }]
      : [],
  combine: (matches: readonly Match<Params>[]) => ({
    ruleIds: matches.map(({ ruleId }) => ruleId),
    original: tagsFor(matches, 'Original Order'),
    replacement: tagsFor(matches, 'Replacement Order'),
  }),
});
