import { z } from 'zod';
import { DefaultReasons, ReasonGroup } from '#core/claims/reason-groups.ts';
import { ClaimReason } from '#core/claims/reasons.ts';
import { special } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

/** Reasons and their groups, which calls of their own change one by one. */
export const reasons = settingsGroup({
  page: 'reasons',
  title: 'Reasons',
  help: 'The reasons shoppers choose from, each with its details.',
  hasOwnCalls: true,
  fields: z.object({
    reasons: special(
      'hidden',
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
    reasonGroups: special('hidden', z.array(ReasonGroup).default([]), { label: 'Reason groups' }),
    defaultReasons: special('hidden', DefaultReasons.default({}), { label: 'Default reasons' }),
  }),
});
