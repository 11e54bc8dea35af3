import { z } from 'zod';
import { action, union, type Match } from '#core/automations/action.ts';

const params = z.strictObject({
  claimTags: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(40) }))
    .min(1, 'Please select at least one tag'),
});

export const applyClaimTags = action({
  label: 'Apply Claim Tags',
  description: 'Tag the claim, so that staff find it in lists and filters.',
  hooks: ['claimCreated', 'returnShipmentCreated', 'returnShipmentWebhook', 'rmaWebhook', 'claimFinalized'],
  perLine: false,
  params,
  initial: { claimTags: [] },
  summary: ({ claimTags }) => [claimTags.map(({ name }) => name).join(', ')],
  references: ({ claimTags }) => ({ claimTags: claimTags.map(({ name }) => name) }),
  combine: (matches: readonly Match<z.output<typeof params>>[]) => ({
    ruleIds: matches.map(({ ruleId }) => ruleId),
    tags: union(matches.map(({ params: { claimTags } }) => claimTags.map(({ name }) => name))),
  }),
});
