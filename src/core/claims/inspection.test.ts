import { describe, expect, test } from 'vitest';
import { Claim } from '#core/claims/claim.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { cancelLine } from '#core/claims/cancel.ts';
import {
  addInspection,
  inspectionProblems,
  inspectionProgress,
  removeInspection,
  type Inspected,
} from '#core/claims/inspection.ts';
import type { FieldType } from '#core/claims/field-shapes.ts';
import { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { rollupOf } from '#core/claims/status.ts';
import { claimOf, lineOf, NOW, orderOf, refusalOf, selectionOf, WAY } from '#core/claims/test-data.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b' })]);
const claim = claimOf(order, { selections: [selectionOf(), selectionOf({ lineIdFromPlatform: 'b' })] });
const template = InspectionTemplate.parse({ name: 'Inspection' });
const found = (changes: Partial<Inspected> = {}): Inspected => ({
  id: 'inspection-1',
  name: 'First look',
  comment: '',
  storeInspectionGrade: 'A_Stock',
  values: {},
  images: [],
  createdBy: 'Sam Staff',
  ...changes,
});
const withField = (valueType: FieldType, changes: object = {}) =>
  InspectionTemplate.parse({
    name: 'Shoes',
    customFields: [{ id: 'f', displayName: 'Field', valueType, options: 'Red, Blue, ,Green', ...changes }],
  });

test('an inspection needs a name, and a grade where the template collects grades', () => {
  expect(inspectionProblems(found({ name: ' ', storeInspectionGrade: null }), template)).toEqual({
    name: 'Must not be empty.',
    storeInspectionGrade: 'Inspection grade is required',
  });
  const ungraded = { ...template, shouldCollectInspectionGrade: false };
  expect(inspectionProblems(found({ storeInspectionGrade: null }), ungraded)).toEqual({});
});

test.each<[FieldType, string, string | null]>([
  ['Text', 'anything', null],
  ['Number', '12.5', null],
  ['Number', '1,5', 'Must be a number.'],
  ['Number', '1e5', 'Must be a number.'],
  ['Date', '2026-02-28', null],
  ['Date', '2026-02-30', 'Must be a date.'],
  ['Date', '28.2.2026', 'Must be a date.'],
  ['Select', 'Red', null],
  ['Select', 'Yellow', 'Choose one of the options.'],
  ['MultiSelect', 'Red,Green', null],
  ['MultiSelect', 'Red,Yellow', 'Choose one or more of the options.'],
])('a %s answered with %s: %s', (valueType, value, problem) => {
  const problems = inspectionProblems(found({ values: { f: value } }), withField(valueType));
  expect(problems['customFields.f'] ?? null).toBe(problem);
});

test('what is required must be there; what is not may be left out', () => {
  expect(inspectionProblems(found(), withField('Select', { required: true }))).toEqual({
    'customFields.f': 'Must not be empty.',
  });
  expect(inspectionProblems(found(), withField('Select'))).toEqual({});
});

describe('an inspection of a line', () => {
  const photo = { id: 'm', filename: 'sole.jpg', contentType: 'image/jpeg', size: 9 };
  const inspected = addInspection(
    claim,
    1,
    found({ comment: ' Worn. ', images: [photo], values: { f: 'Green, Red' } }),
    withField('MultiSelect'),
    NOW,
  ).claim;

  test('is kept with the questions as they were, and told in the timeline', () => {
    expect(Claim.parse(inspected)).toEqual(inspected);
    expect(inspected.lines[0]?.inspections).toEqual([
      {
        id: 'inspection-1',
        createdOn: NOW,
        name: 'First look',
        comment: 'Worn.',
        images: [photo],
        customFields: [
          {
            id: 'f',
            displayName: 'Field',
            valueType: 'MultiSelect',
            description: '',
            options: 'Red, Blue, ,Green',
            required: false,
            value: 'Green,Red',
          },
        ],
        storeInspectionGrade: 'A_Stock',
        createdBy: 'Sam Staff',
      },
    ]);
    expect(inspected.timeline.at(-1)).toMatchObject({
      type: 'edit',
      subject: 'Wool sweater inspected',
      message: 'First look, A stock',
    });
  });

  test('leaves out what its template does not ask for', () => {
    const plain = InspectionTemplate.parse({
      name: 'Plain',
      shouldCollectInspectionGrade: false,
      showInspectionComment: false,
      showInspectionMediaUpload: false,
    });
    const { lines } = addInspection(claim, 1, found({ comment: 'Worn.', images: [photo] }), plain, NOW).claim;
    expect(lines[0]?.inspections).toMatchObject([{ comment: '', images: [], storeInspectionGrade: null }]);
  });

  test('can be deleted until the line is finalized', () => {
    expect(removeInspection(inspected, 1, 'inspection-1', NOW).claim.lines[0]?.inspections).toEqual([]);
    expect(refusalOf(() => removeInspection(inspected, 1, 'other', NOW))).toBe('INSPECTION_UNKNOWN');
    const done = { ...inspected, lines: inspected.lines.map((line) => ({ ...line, finalizedOn: NOW })) };
    expect(refusalOf(() => removeInspection(done, 1, 'inspection-1', NOW))).toBe('LINE_LOCKED');
  });

  test('is refused on a line canceled or denied for good, and on one that is not there', () => {
    const deny = { status: 'denied' as const, finalizedOn: NOW };
    const denied = { ...claim, lines: claim.lines.map((line) => ({ ...line, ...deny })) };
    expect(refusalOf(() => addInspection(denied, 1, found(), template, NOW))).toBe('LINE_LOCKED');
    const canceled = cancelLine(claim, 1, NOW).claim;
    expect(refusalOf(() => addInspection(canceled, 1, found(), template, NOW))).toBe('LINE_LOCKED');
    expect(refusalOf(() => addInspection(claim, 3, found(), template, NOW))).toBe('LINE_UNKNOWN');
    expect(refusalOf(() => addInspection(claim, 1, found({ name: '' }), template, NOW))).toBe('INSPECTION_INVALID');
  });
});

test('a claim waits for inspection until every open item of it was looked at', () => {
  const [shipment] = [
    {
      id: 1,
      type: 'Packing_Slip' as const,
      createdOn: NOW,
      provider: null,
      shipmentIdFromProvider: null,
      carrier: '',
      service: '',
      cost: 0,
      trackingCode: '',
      trackingUrl: '',
      trackerStatus: 'delivered' as const,
      trackerUpdatedOn: NOW,
      events: [],
      documentKey: 'slip',
      qrCodeUrl: null,
      ...WAY,
      canceledOn: null,
    },
  ];
  const back: Claim = { ...claim, shipments: [shipment] };
  const detail = (of: Claim, isInspected = true): string =>
    rollupOf({ ...of, policy: { ...of.policy, isInspected } }, false).detail;
  expect([detail(back), inspectionProgress(back)]).toEqual(['Pending_Inspection', 'In_Progress']);
  expect(detail(back, false)).toBe('Pending_Approval');
  const one = addInspection(back, 1, found(), template, NOW).claim;
  expect([detail(one), inspectionProgress(one)]).toEqual(['Pending_Inspection', 'In_Progress']);
  const both = addInspection(one, 2, found({ id: 'inspection-2' }), template, NOW).claim;
  expect([detail(both), inspectionProgress(both)]).toEqual(['Pending_Approval', 'Ready_For_Review']);
  const rest = denyLine(one, 2, 'Wrong_Item', '', NOW).claim;
  expect([detail(rest), inspectionProgress(rest)]).toEqual(['Pending_Approval', 'Ready_For_Review']);
  const over = denyLine(rest, 1, 'Wrong_Item', '', NOW).claim;
  expect(inspectionProgress(over)).toBe('Completed');
});
