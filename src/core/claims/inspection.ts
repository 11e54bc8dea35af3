import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import type { LineInspection } from '#core/claims/inspection-shapes.ts';
import type { Decision } from '#core/claims/decision.ts';
import { answersTo, fieldProblems } from '#core/claims/field-answers.ts';
import { GRADE_NAMES, type InspectionGrade, type InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { isFinished } from '#core/claims/resolution.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { Refusal } from '#core/refusal.ts';

export type InspectionForm = {
  name: string;
  comment: string;
  storeInspectionGrade: InspectionGrade | null;
  /** Values by field id. */
  values: Readonly<Record<string, string>>;
};

/** The first text of everything wrong in the form, by `name`, `storeInspectionGrade` or `customFields.<id>` (C5.04). */
export function inspectionProblems(form: InspectionForm, template: InspectionTemplate): Record<string, string> {
  const problems: Record<string, string> = {};
  if (form.name.trim() === '') problems['name'] = 'Must not be empty.';
  if (template.shouldCollectInspectionGrade && form.storeInspectionGrade === null)
    problems['storeInspectionGrade'] = 'Inspection grade is required';
  for (const [id, problem] of Object.entries(fieldProblems(template.customFields, form.values)))
    problems[`customFields.${id}`] = problem;
  return problems;
}

export type Inspected = InspectionForm & { id: string; images: readonly ClaimMedia[]; createdBy: string };

/**
 * Adds what was found about an item. A comment, photos and a grade that the template does not ask for are dropped.
 * Refuses LINE_UNKNOWN, LINE_LOCKED (canceled, or denied for good) and INSPECTION_INVALID with a text per field.
 */
export function addInspection(
  claim: Claim,
  lineId: number,
  found: Inspected,
  template: InspectionTemplate,
  now: string,
): Decision {
  const line = lineToInspect(claim, lineId);
  if (!canBeInspected(line))
    throw new Refusal('conflict', 'LINE_LOCKED', "This item was denied, so it can't be inspected anymore.");
  const unknown = Object.keys(found.values).filter((id) => template.customFields.every((field) => field.id !== id));
  const problems = {
    ...inspectionProblems(found, template),
    ...Object.fromEntries(unknown.map((id) => [`customFields.${id}`, "This field isn't part of the template."])),
  };
  const [first] = Object.values(problems);
  if (first !== undefined) throw new Refusal('notAllowed', 'INSPECTION_INVALID', first, problems);
  const added: LineInspection = {
    id: found.id,
    createdOn: now,
    name: found.name.trim(),
    comment: template.showInspectionComment ? found.comment.trim() : '',
    images: template.showInspectionMediaUpload ? [...found.images] : [],
    customFields: answersTo(template.customFields, found.values),
    storeInspectionGrade: template.shouldCollectInspectionGrade ? found.storeInspectionGrade : null,
    createdBy: found.createdBy,
  };
  const grade = added.storeInspectionGrade === null ? '' : `, ${GRADE_NAMES[added.storeInspectionGrade]}`;
  return noted(
    claim,
    { ...line, inspections: [...(line.inspections ?? []), added] },
    `${line.name} inspected`,
    `${added.name}${grade}`,
    now,
  );
}

/** Takes an inspection back, as long as the item is not finalized. Refuses LINE_UNKNOWN, LINE_LOCKED and INSPECTION_UNKNOWN. */
export function removeInspection(claim: Claim, lineId: number, inspectionId: string, now: string): Decision {
  const line = lineToInspect(claim, lineId);
  const inspection = line.inspections?.find((one) => one.id === inspectionId);
  if (!inspection) throw new Refusal('notFound', 'INSPECTION_UNKNOWN', "This inspection doesn't exist.");
  if (line.finalizedOn !== null)
    throw new Refusal('conflict', 'LINE_LOCKED', "This item is finalized, so its inspections can't be deleted.");
  const rest = (line.inspections ?? []).filter((one) => one !== inspection);
  return noted(claim, { ...line, inspections: rest }, `Inspection of ${line.name} deleted`, inspection.name, now);
}

/** Goods of a finalized item may still arrive and are graded then, unless it was denied. */
export const canBeInspected = ({
  canceledOn,
  finalizedOn,
  status,
}: Pick<ClaimLine, 'canceledOn' | 'finalizedOn' | 'status'>): boolean =>
  canceledOn === null && (finalizedOn === null || status !== 'denied');

function lineToInspect(claim: Claim, lineId: number): ClaimLine {
  const line = claim.lines.find((one) => one.id === lineId);
  if (!line) throw new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the claim.");
  if (line.canceledOn !== null)
    throw new Refusal('conflict', 'LINE_LOCKED', "This item is canceled, so it can't be inspected.");
  return line;
}

const noted = (claim: Claim, line: ClaimLine, subject: string, message: string, now: string): Decision => ({
  claim: withEntry(
    { ...claim, lines: claim.lines.map((one) => (one.id === line.id ? line : one)) },
    { type: 'edit', subject, message },
    now,
  ),
  effects: [],
});

export type InspectionProgress = 'In_Progress' | 'Ready_For_Review' | 'Completed';

/** How far inspecting a claim is: ready once every item still to be decided was inspected, completed once all are decided. */
export function inspectionProgress(claim: Pick<Claim, 'lines'>): InspectionProgress {
  const open = claim.lines.filter((line) => !isFinished(line));
  if (open.length === 0) return 'Completed';
  return open.every((line) => (line.inspections ?? []).length > 0) ? 'Ready_For_Review' : 'In_Progress';
}
