import { z } from 'zod';
import { action, union, type Match } from '#core/automations/action.ts';

const params = z.strictObject({
  productRegistrationProductGroupId: z
    .number('Please select a Product Group')
    .int()
    .positive('Please select a Product Group'),
});

export const productRegistrationSelection = action({
  label: 'Product Registration',
  description: 'Choose the products that shoppers can register.',
  hooks: ['registrationProductSelection'],
  perLine: false,
  params,
  initial: { productRegistrationProductGroupId: null },
  summary: ({ productRegistrationProductGroupId: id }, { productGroup }) => [productGroup(id)],
  references: ({ productRegistrationProductGroupId: id }) => ({ productGroups: [id] }),
  combine: (matches: readonly Match<z.output<typeof params>>[]) => ({
    ruleIds: matches.map(({ ruleId }) => ruleId),
    productGroupIds: union(matches.map(({ params: its }) => [its.productRegistrationProductGroupId])),
  }),
});
