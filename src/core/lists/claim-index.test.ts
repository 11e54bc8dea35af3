import { expect, test } from 'vitest';
import { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { ClaimType } from '#core/claims/types.ts';
import { claimIndex, indexVersion, SAMPLES } from '#core/lists/claim-index.ts';
import { filtersOn } from '#core/lists/lists.ts';
import { samplesOf } from '#core/lists/samples.ts';

const samples = samplesOf(Claim, SAMPLES);

test('the samples are always the same, and nearly all of them fit', () => {
  expect(samplesOf(Claim, SAMPLES)).toEqual(samples);
  expect(samples.length).toBeGreaterThan(SAMPLES * 0.96);
  expect(indexVersion()).toBe(indexVersion());
});

test('every choice of the fields that filters look at is in some sample', () => {
  const all = <Value>(of: (claim: Claim) => readonly Value[]) => new Set(samples.flatMap(of));
  expect(all((claim) => [claim.claimType])).toEqual(new Set(ClaimType.options));
  expect(all((claim) => claim.lines.map((line) => line.requestedMethod))).toEqual(new Set(ResolutionMethod.options));
  expect(all((claim) => claim.shipments.map((parcel) => parcel.trackerStatus))).toEqual(new Set(TrackerStatus.options));
});

test('every filter finds some samples and not others, so that its change changes the version', () => {
  const found = samples.map((claim, number) =>
    claimIndex(claim, {
      isEffectsOutstanding: number % 2 === 0,
      hasError: number % 3 === 0,
      tags: number % 2 === 0 ? ['tag'] : [],
      channel: number % 2 === 0 ? 'web' : '',
    }).facets.join('\n'),
  );
  for (const { id, filter } of ClaimType.options.flatMap(filtersOn)) {
    if (typeof filter.at !== 'function') continue;
    const ofFilter = found.map((facets) =>
      facets
        .split('\n')
        .filter((facet) => facet.startsWith(`${id}:`))
        .join(),
    );
    expect(new Set(ofFilter).size, id).toBeGreaterThan(1);
  }
});
