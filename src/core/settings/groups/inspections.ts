import { z } from 'zod';
import { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { special } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

const KEPT = 'A saved question keeps its kind of answer. Add another question instead.';

export const inspections = settingsGroup({
  page: 'custom-fields',
  title: 'Inspections',
  help: "What staff record about each returned item, where returns or warranties are inspected. The answers appear on the claim's page.",
  fields: z.object({
    inspectionTemplate: special('inspectionTemplate', InspectionTemplate.prefault({ name: 'Inspection' }), {
      label: 'Inspection form',
    }),
  }),
  /** Answers that were given already would no longer fit (C5.02). */
  checkChange(before, after) {
    const types = new Map(before.inspectionTemplate.customFields.map((field) => [field.id, field.valueType]));
    const retyped = after.inspectionTemplate.customFields.flatMap(({ id, valueType }, index) =>
      (types.get(id) ?? valueType) === valueType ? [] : [[`inspectionTemplate.customFields.${index}`, KEPT]],
    );
    return Object.fromEntries(retyped);
  },
});
