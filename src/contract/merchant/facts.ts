import { z } from 'zod';
import { FACT_NAMES } from '#core/automations/facts.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const Fact = z.enum(FACT_NAMES);
/** Ids of numbers are numbers, everything else is text. */
const Values = z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() }));

export const factValues = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/fact/values',
  access: 'admin',
  summary:
    'Find values to compare facts with: all of a definite list, or what the store has seen (R3.15, R7.09, S3.25)',
  params: StoreParams,
  query: z.object({
    /** All facts that have values when it is left out. */
    fact: Fact.optional(),
    /** Of which custom field; only for its fact. */
    customFieldId: z.coerce.number().int().positive().optional(),
    searchTerm: z.string().trim().max(100).default(''),
    /** Of each list. */
    take: z.coerce.number().int().min(1).max(300).default(50),
  }),
  response: z.object({
    /** No other values can be chosen. */
    definite: z.partialRecord(Fact, Values),
    /** Others can be typed. */
    arbitrary: z.partialRecord(Fact, Values),
    /** Of these more match than are shown; a longer search term finds them. */
    hasMore: z.array(Fact),
    /** Of these the store platform, which has the values, doesn't answer; they are as it last had them. */
    unreachable: z.array(Fact),
  }),
  errors: { CUSTOM_FIELD_NOT_FOUND: 'Custom field not found' },
});
