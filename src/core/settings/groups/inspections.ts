import { z } from 'zod';
import { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { special } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

const KEPT = 'A saved question keeps its kind of answer. Add another question instead.';

const NUMBERED = 'The id of a question must have a letter: numbers name custom fields.';

export const inspections = settingsGroup({
  page: 'custom-fields',
  title: 'Inspections',
  help: "What staff record about each returned item, where returns or warranties are inspected. The answers appear on the claim's page.",
  fields: z.object({
    inspectionTemplate: special('inspectionTemplate', InspectionTemplate.prefault({ name: 'Inspection' }), {
      label: 'Inspection form',
    }),
  }),
  /** Answers that were given already would no longer fit (C5.02), or could be taken for those to a custom field. */
  checkChange(before, after) {
    const types = new Map(before.inspectionTemplate.customFields.map((field) => [field.id, field.valueType]));
    const named = after.inspectionTemplate.customFields.flatMap(({ id }, index) =>
      /^\d+$/.test(id) ? [[`inspectionTemplate.customFields.${index}`, NUMBERED]] : [],
    );
    const retyped = after.inspectionTemplate.customFields.flatMap(({ id, valueType }, index) =>
      (types.get(id) ?? valueType) === valueType ? [] : [[`inspectionTemplate.customFields.${index}`, KEPT]],
    );
    return Object.fromEntries([...named, ...retyped]);
  },
});
