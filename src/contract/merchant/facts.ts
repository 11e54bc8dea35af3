import { z } from 'zod';
import { FACT_NAMES } from '#core/automations/facts.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

export const factValues = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/fact/values',
  access: 'admin',
  summary: 'Find values to compare a fact with: all of a definite list, or what the store has seen (R3.15, R7.09)',
  params: StoreParams,
  query: z.object({
    fact: z.enum(FACT_NAMES),
    /** Of which custom field; only for its fact. */
    customFieldId: z.coerce.number().int().positive().optional(),
    searchTerm: z.string().trim().max(100).default(''),
    take: z.coerce.number().int().min(1).max(300).default(50),
  }),
  response: z.object({
    /** Ids are numbers, everything else is text. */
    options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })),
    /** More match than are shown; a longer search term finds them. */
    hasMore: z.boolean(),
    /** Values that are not among the options can be typed. */
    isOpen: z.boolean(),
  }),
  errors: { CUSTOM_FIELD_NOT_FOUND: 'Custom field not found' },
});
