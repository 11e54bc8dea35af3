import { z } from 'zod';
import { ClaimReason } from '#core/claims/reasons.ts';
import { special } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';
import { withRetired } from '#core/settings/reasons.ts';

export const reasons = settingsGroup({
  page: 'reasons',
  title: 'Reasons',
  help: 'The reasons shoppers choose from, in this order, each with its details.',
  fields: z.object({
    reasons: special(
      'reasons',
      z
        .array(ClaimReason)
        .min(1)
        .default([
          { id: 'Wrong_Fit', name: 'It does not fit', details: ['Too small', 'Too large', 'Uncomfortable'] },
          { id: 'Not_As_Expected', name: 'Not as expected', details: ['Color', 'Material', 'Quality'] },
          {
            id: 'Defective_Item',
            name: 'Defective or damaged',
            details: ['Arrived damaged', 'Stopped working', 'Missing part'],
          },
          { id: 'Wrong_Item', name: 'Wrong item received', details: [] },
          { id: 'No_Longer_Needed', name: 'No longer needed', details: [] },
        ]),
      { label: 'Reasons' },
    ),
    retiredReasons: special('hidden', z.array(ClaimReason).default([]), {
      label: 'Retired reasons',
      help: 'Reasons that are no longer offered; claims keep theirs.',
    }),
  }),
  keep: withRetired,
});
