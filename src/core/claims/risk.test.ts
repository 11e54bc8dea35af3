import { expect, test } from 'vitest';
import { RISK_FACTORS, RISK_WEIGHTS, riskOf, type RiskEvidence } from '#core/claims/risk.ts';

const nothingKnown: RiskEvidence = {
  claimsInStore: null,
  claimsElsewhere: null,
  proof: null,
  isOrderEmail: true,
  isGiftReturn: false,
  mediaCount: 0,
  isVisible: false,
  photosCompared: 0,
  photosIn: 0,
  peopleOnDevice: null,
  peopleAtAddress: null,
  platform: null,
};
const honest: RiskEvidence = {
  ...nothingKnown,
  claimsInStore: 0,
  claimsElsewhere: { claims: 0, stores: 0 },
  proof: 'email',
  mediaCount: 2,
  isVisible: true,
  photosCompared: 2,
  peopleOnDevice: 0,
  peopleAtAddress: 1,
  platform: { level: 'Low', recommendation: 'Accept', facts: [] },
};
const factOf = (evidence: RiskEvidence, factor: (typeof RISK_FACTORS)[number]) =>
  riskOf(evidence).facts.find((fact) => fact.factor === factor);

test('has one fact for each factor; what is not known neither raises nor lowers it', () => {
  const { level, aggregateScore, facts } = riskOf(nothingKnown);
  expect(facts.map((fact) => fact.factor)).toEqual([...RISK_FACTORS]);
  expect(facts.every((fact) => fact.score === 0 && fact.sentiment === 'Neutral' && fact.justification !== '')).toBe(
    true,
  );
  expect({ level, aggregateScore }).toEqual({ level: 'Low', aggregateScore: 0 });
});

test('an honest claim is low, and never below nothing', () => {
  expect(riskOf(honest)).toMatchObject({ level: 'Low', aggregateScore: 0 });
});

test('a photo of another claim makes even an otherwise honest claim stand out', () => {
  const risk = riskOf({ ...honest, photosIn: 1 });
  expect(risk.level).not.toBe('Low');
  expect(factOf({ ...honest, photosIn: 1 }, 'mediaReuse')).toMatchObject({
    sentiment: 'Critical',
    justification: 'One other claim has a photo from this claim, possibly cropped, mirrored or resized.'.replace(
      'One',
      '1',
    ),
  });
  expect(riskOf({ ...honest, photosIn: 2, peopleOnDevice: 2 }).level).toBe('High');
});

test('levels begin at their thresholds', () => {
  const { Medium, High } = RISK_WEIGHTS.levels;
  const all = [0, 1, 2, 3, 4, 6].flatMap((claimsInStore) =>
    [0, 2, 4].map((peopleOnDevice) => riskOf({ ...nothingKnown, claimsInStore, peopleOnDevice })),
  );
  for (const { level, aggregateScore } of all)
    expect(level).toBe(aggregateScore >= High ? 'High' : aggregateScore >= Medium ? 'Medium' : 'Low');
  expect(new Set(all.map((risk) => risk.level))).toEqual(new Set(['Low', 'Medium', 'High']));
});

test('more of the same never lowers it', () => {
  for (const key of ['claimsInStore', 'photosIn', 'peopleOnDevice', 'peopleAtAddress'] as const) {
    const scores = [0, 1, 2, 3, 5, 8, 13].map(
      (count) => riskOf({ ...nothingKnown, photosCompared: 1, [key]: count }).aggregateScore,
    );
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
  }
});

test('of what the platform says the worse of level and advice counts, in its words', () => {
  const facts = [
    { description: 'Card was declined twice.', sentiment: 'Negative' as const },
    { description: 'Address is known.', sentiment: 'Positive' as const },
  ];
  expect(
    factOf({ ...honest, platform: { level: 'Low', recommendation: 'Cancel', facts } }, 'platformRisk'),
  ).toMatchObject({
    score: RISK_WEIGHTS.platformRisk.High.score,
    justification: 'The store platform sees a high risk in the order. Card was declined twice.',
  });
});

test('another email than the order has weighs more than how the order was found', () => {
  expect(factOf({ ...honest, isOrderEmail: false, isGiftReturn: true }, 'orderVerification')).toMatchObject({
    score: RISK_WEIGHTS.orderVerification.postalCode.score,
    justification: "This is a gift return: others may know the order too, and the email address is the recipient's.",
  });
  expect(factOf({ ...honest, isOrderEmail: false }, 'orderVerification')).toMatchObject({
    sentiment: 'Negative',
    score: 15,
  });
  expect(factOf({ ...honest, proof: 'postalCode' }, 'orderVerification')).toMatchObject({
    sentiment: 'Negative',
    score: 5,
  });
});
