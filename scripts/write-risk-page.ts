import { writeFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { isSamePhoto, mirrored, type PhotoHash } from '#core/claims/photo-hash.ts';
import {
  RISK_FACTORS,
  RISK_WEIGHTS,
  riskOf,
  type RiskEvidence,
  type RiskFactor,
  type RiskLevel,
} from '#core/claims/risk.ts';
import { likenessOf } from '#server/risk/hash-photos.ts';
import { photoOf } from '#server/testing/photos.ts';

// Writes docs/risk.md: the weights, and how well photos and claims are recognized. Takes about a minute.
const PHOTOS = 60;
const CLAIMS = 4000;

let state = 20_261_121;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const between = (least: number, most: number): number => least + (most - least) * random();
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

async function cropped(photo: Uint8Array, share: number): Promise<Sharp> {
  const { width, height } = await sharp(photo).metadata();
  const [wide, high] = [Math.round(width * (1 - share)), Math.round(height * (1 - between(share / 3, share)))];
  const [left, top] = [Math.floor(between(0, width - wide)), Math.floor(between(0, height - high))];
  return sharp(photo).extract({ left, top, width: wide, height: high });
}

const EDITS: Readonly<Record<string, (photo: Uint8Array) => Promise<Sharp>>> = {
  'the same file': async (photo) => sharp(photo),
  'made smaller (to a third)': async (photo) => sharp(photo).resize(210),
  'recompressed (JPEG quality 25)': async (photo) => sharp(await sharp(photo).jpeg({ quality: 25 }).toBuffer()),
  'brighter, more contrast': async (photo) => sharp(photo).linear(1.12, -8),
  mirrored: async (photo) => sharp(photo).flop(),
  'cropped by a tenth': (photo) => cropped(photo, 0.1),
  'cropped by a fifth': (photo) => cropped(photo, 0.2),
  'cropped by three tenths': (photo) => cropped(photo, 0.3),
  'cropped by 15 percent, mirrored, smaller, recompressed': async (photo) =>
    (await cropped(photo, 0.15)).flop().resize(320),
};

/** As the server looks: a word in common, then the hashes. */
function isFound(one: PhotoHash, other: PhotoHash): boolean {
  const words = new Set([...one.words, ...mirrored(one).words]);
  return other.words.some((word) => words.has(word)) && isSamePhoto(one, other);
}

async function hashed(image: Uint8Array): Promise<PhotoHash> {
  const hash = await likenessOf(image);
  if (!hash) throw new Error('a made photo can be read');
  return hash;
}

async function measurePhotos(): Promise<string[]> {
  const photos = await Promise.all(Array.from({ length: PHOTOS }, (_, index) => photoOf(1000 + index * 7919)));
  const hashes: PhotoHash[] = [];
  for (const photo of photos) hashes.push(await hashed(photo));
  let [wrong, pairs] = [0, 0];
  for (const [index, one] of hashes.entries())
    for (const other of hashes.slice(0, index)) {
      pairs += 1;
      if (isFound(one, other)) wrong += 1;
    }
  const rows: string[] = [];
  let [allFound, allWrong] = [0, 0];
  for (const [name, edit] of Object.entries(EDITS)) {
    let found = 0;
    for (const [index, photo] of photos.entries()) {
      const changed = await hashed(await (await edit(photo)).jpeg({ quality: 70 }).toBuffer());
      for (const [at, hash] of hashes.entries())
        if (isFound(changed, hash)) {
          if (at === index) found += 1;
          else allWrong += 1;
        }
    }
    allFound += found;
    rows.push(`| ${name} | ${percent(found / PHOTOS)} |`);
  }
  return [
    `Of ${PHOTOS} made photos ${pairs} pairs of different ones gave ${wrong} false matches. Each photo was then changed and looked for among all ${PHOTOS}:`,
    '',
    '| what was done to the photo | found (recall) |',
    '|---|--:|',
    ...rows,
    '',
    `Precision over all of it: ${percent(allFound / Math.max(1, allFound + allWrong))} (${allWrong} wrong of ${allFound + allWrong} matches).`,
  ];
}

/** A count that is mostly nothing and seldom more. */
const seldom = (mean: number): number => Math.floor(-mean * Math.log(1 - random()));
const maybe = (chance: number): boolean => random() < chance;

/** What is known around a claim of someone honest: families share devices, offices share addresses, some return often. */
function honest(): RiskEvidence {
  const mediaCount = maybe(0.8) ? 1 + seldom(1) : 0;
  return {
    claimsInStore: seldom(0.7),
    claimsElsewhere: maybe(0.1) ? { claims: 1 + seldom(0.6), stores: 1 } : { claims: 0, stores: 0 },
    proof: maybe(0.75) ? 'email' : maybe(0.6) ? 'postalCode' : 'link',
    isOrderEmail: !maybe(0.03),
    isGiftReturn: false,
    mediaCount,
    isVisible: maybe(0.4),
    photosCompared: mediaCount,
    photosIn: mediaCount > 0 && maybe(0.004) ? 1 : 0,
    peopleOnDevice: maybe(0.9) ? seldom(0.25) : null,
    peopleAtAddress: seldom(1.2),
    platform: { level: maybe(0.9) ? 'Low' : 'Medium', recommendation: 'None', facts: [] },
  };
}

/** Someone who claims again and again: each does some of what gives them away. */
function dishonest(): RiskEvidence {
  const base = honest();
  const mediaCount = maybe(0.7) ? 1 + seldom(0.5) : 0;
  return {
    ...base,
    claimsInStore: maybe(0.5) ? 3 + seldom(3) : seldom(1),
    claimsElsewhere: maybe(0.4) ? { claims: 3 + seldom(3), stores: 2 } : { claims: 0, stores: 0 },
    proof: maybe(0.5) ? 'postalCode' : 'email',
    isOrderEmail: !maybe(0.2),
    isGiftReturn: false,
    mediaCount,
    isVisible: maybe(0.8),
    photosCompared: mediaCount,
    photosIn: mediaCount > 0 && maybe(0.55) ? 1 + seldom(1) : 0,
    peopleOnDevice: maybe(0.6) ? 1 + seldom(3) : maybe(0.5) ? 0 : null,
    peopleAtAddress: maybe(0.4) ? 3 + seldom(5) : seldom(1),
    platform: { level: maybe(0.3) ? 'High' : maybe(0.4) ? 'Medium' : 'Low', recommendation: 'None', facts: [] },
  };
}

function measureClaims(): string[] {
  const levels = { honest: { Low: 0, Medium: 0, High: 0 }, dishonest: { Low: 0, Medium: 0, High: 0 } };
  for (let count = 0; count < CLAIMS; count += 1) {
    // One in twenty, as surveys of return abuse have it.
    const who = maybe(0.05) ? 'dishonest' : 'honest';
    levels[who][riskOf(who === 'honest' ? honest() : dishonest()).level] += 1;
  }
  const figures = (at: readonly RiskLevel[]): [precision: number, recall: number] => {
    const [caught, blamed] = [levels.dishonest, levels.honest].map((of) =>
      at.reduce((sum, level) => sum + of[level], 0),
    );
    const all = Object.values(levels.dishonest).reduce((sum, one) => sum + one, 0);
    return [(caught ?? 0) / Math.max(1, (caught ?? 0) + (blamed ?? 0)), (caught ?? 0) / all];
  };
  const row = (name: string, at: readonly RiskLevel[]): string => {
    const [precision, recall] = figures(at);
    return `| ${name} | ${percent(precision)} | ${percent(recall)} |`;
  };
  return [
    `${CLAIMS} made claims, one in twenty of them by someone dishonest. Some honest people share devices and addresses, claim more than once and send no photos. Dishonest people show only some of the signs.`,
    '',
    '| taken as suspicious | precision | recall |',
    '|---|--:|--:|',
    row('High', ['High']),
    row('Medium and High', ['Medium', 'High']),
  ];
}

const signed = (score: number): string => (score > 0 ? `+${score}` : String(score));
function weightsOf(factor: RiskFactor): string {
  const weights = RISK_WEIGHTS[factor];
  const steps = Array.isArray(weights)
    ? weights.map(({ atLeast, score, sentiment }) => `from ${atLeast}: ${signed(score)} ${sentiment}`)
    : Object.entries(weights).map(([name, { score, sentiment }]) => `${name}: ${signed(score)} ${sentiment}`);
  return `| ${factor} | ${COUNTS[factor]} | ${steps.join('; ')} |`;
}
const COUNTS: Readonly<Record<RiskFactor, string>> = {
  'emailReuse-store': 'other claims with the email in this store, shipping claims among them, 365 days around',
  'emailReuse-global': 'claims with the keyed hash of the email in other stores, 365 days',
  orderVerification: 'how the order was shown to be theirs; the email of the claim against the order',
  mediaReuse: 'other claims of the store with a photo of this one',
  mediaCount: 'photos and videos, where the reason can be seen',
  deviceFanOut: 'other people (by hash of email) on the device, 90 days around',
  ipFanOut: 'other people at the internet address, 90 days around',
  platformRisk: 'the worse of level and recommendation of the store platform',
};

const page = [
  '# Risk of a claim',
  '',
  'Written by `node scripts/write-risk-page.ts`. The weights are those of `src/core/claims/risk.ts`; the figures are measured when this page is written.',
  '',
  `Every factor gives a score; a factor without evidence gives 0. The aggregate score is their sum, limited to 0 to 100: Medium from ${RISK_WEIGHTS.levels.Medium}, High from ${RISK_WEIGHTS.levels.High}.`,
  '',
  '| factor | counts | weights |',
  '|---|---|---|',
  ...RISK_FACTORS.map(weightsOf),
  '',
  '## Recognizing photos',
  '',
  "A photo is made gray and square (256 by 256), and the signs of its 96 lowest frequencies are kept (after pHash and Meta's PDQ), for the whole photo and for windows of it: every pairing of ten parts of its width and of its height. The first 24 signs of each window are a word in a GIN index, so a lookup reads only photos with a word in common. Two photos match when two of their windows differ in at most 14 signs. A mirrored photo has the signs of odd frequencies along the width flipped, so it needs no second picture. Blank windows are ignored.",
  '',
  ...(await measurePhotos()),
  '',
  'Rotated photos, and those with a third or more cropped, are mostly not recognized. Photos are compared within a store only.',
  '',
  '## Claims told apart',
  '',
  ...measureClaims(),
  '',
  "These claims are made, not real. The figures show that the weights work as intended, not how a store's own customers behave.",
  '',
  '## What is kept',
  '',
  "With a claim: the keyed hash of its email (HMAC-SHA256 with the secret of the installation; another store learns only how many claims have it), an identifier that the shopper's browser stores, with the kind of device, the internet address, and how the order was found.",
  '',
];
writeFileSync(new URL('../docs/risk.md', import.meta.url), page.join('\n'));
