import { z } from 'zod';
import {
  AUTOMATED,
  AUTOMATED_CODES,
  AutomatedTemplate,
  codeOf,
  problemsOfTemplate,
  STAFF_CODES,
  StaffTemplate,
  usualAutomated,
  usualByStaff,
} from '#core/emails/templates.ts';
import { special } from '#core/settings/field.ts';
import { settingsGroup, type FieldProblems } from '#core/settings/group.ts';

const MOST_BY_STAFF = 30;

/** With the emails that came after a store saved its own, in our words. */
const withLaterAutomated = (saved: AutomatedTemplate[]): AutomatedTemplate[] => [
  ...saved,
  ...AUTOMATED_CODES.filter((code) => saved.every(({ type }) => type !== code)).map(usualAutomated),
];
const withLaterByStaff = (saved: StaffTemplate[]): StaffTemplate[] => [
  ...saved,
  ...STAFF_CODES.filter((code) => saved.every(({ usedFor }) => usedFor !== code)).map(usualByStaff),
];

/** Problems of the entries of a list, by their paths. */
const at = (field: string, index: number, problems: object): [string, string][] =>
  Object.entries(problems).map(([name, problem]) => [`${field}.${index}.${name}`, String(problem)]);

function problemsOfAutomated(templates: readonly AutomatedTemplate[]): FieldProblems {
  return Object.fromEntries(
    templates.flatMap((template, index) => {
      const isDelayed = AUTOMATED[template.type].sendAfterDays !== null;
      const needsDays = isDelayed && template.sendAfterDays === null;
      return at('automatedEmailTemplates', index, {
        ...problemsOfTemplate(template.type, template),
        ...(needsDays ? { sendAfterDays: 'Must provide a number.' } : {}),
        ...(!isDelayed && template.sendAfterDays !== null ? { sendAfterDays: 'This email is sent at once.' } : {}),
      });
    }),
  );
}

function problemsOfStaff(templates: readonly StaffTemplate[]): FieldProblems {
  const nameKey = ({ name }: StaffTemplate): string => name.trim().toLowerCase();
  const each = templates.flatMap((template, index) => {
    const isNameTaken = templates.some((other, i) => i < index && nameKey(other) === nameKey(template));
    return at('finalizeEmailTemplates', index, {
      ...problemsOfTemplate(codeOf(template), template),
      ...(isNameTaken ? { name: 'Another template has this name.' } : {}),
    });
  });
  const used = templates.flatMap(({ usedFor }) => usedFor ?? []);
  const isOnceEach = new Set(used).size === used.length;
  return {
    ...Object.fromEntries(each),
    ...(isOnceEach ? {} : { finalizeEmailTemplates: 'Each outcome, and a question, needs one template.' }),
  };
}

export const emailTemplates = settingsGroup({
  page: 'email',
  title: 'Templates',
  help: 'What your customers read. Simple HTML is allowed; an empty line starts a new paragraph.',
  fields: z.object({
    automatedEmailTemplates: special(
      'emailTemplates',
      z
        .array(AutomatedTemplate)
        .max(AUTOMATED_CODES.length)
        .refine((all) => new Set(all.map(({ type }) => type)).size === all.length, 'One template for each email.')
        .overwrite(withLaterAutomated)
        .default(() => AUTOMATED_CODES.map(usualAutomated)),
      { label: 'Automated emails', also: 'reminder expiring received label confirmation text wording subject body' },
    ),
    finalizeEmailTemplates: special(
      'emailTemplates',
      z
        .array(StaffTemplate)
        .max(MOST_BY_STAFF, `At most ${MOST_BY_STAFF} templates.`)
        .overwrite(withLaterByStaff)
        .default(() => STAFF_CODES.map(usualByStaff)),
      { label: 'Emails by staff', also: 'finalize approved denied question more information text wording' },
    ),
  }),
  check: (its) => ({
    ...problemsOfAutomated(its.automatedEmailTemplates),
    ...problemsOfStaff(its.finalizeEmailTemplates),
  }),
});
