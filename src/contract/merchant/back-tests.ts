import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { Hook } from '#core/automations/hooks.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { KeptRule } from '#contract/merchant/rules.ts';
import { route } from '#contract/route.ts';

const BackTestParams = StoreParams.extend({ backTestId: z.coerce.number().int().positive() });
/** "2026-03-12", in the store's time zone. */
const Day = z.iso.date();

/** Decimal amounts by what they are, of one currency; what shoppers get back or pay more, and less where negative. */
const MoneyShown = z.object({
  currencyCode: z.string(),
  amounts: z.array(z.object({ what: z.string(), amount: z.number() })),
});

export const BackTestShown = z.object({
  id: z.number().int(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  requestedBy: z.string(),
  createdOn: z.string(),
  doneOn: z.string().nullable(),
  from: Day,
  until: Day,
  /** Claims of the period, known once it runs, and those looked at so far. */
  total: z.number().int(),
  looked: z.number().int(),
  changed: z.number().int(),
  refusedWhole: z.number().int(),
  acceptedWhole: z.number().int(),
  /** Claims by what comes out differently. */
  byKind: z.array(z.object({ kind: z.string(), claims: z.number().int() })),
  money: z.array(MoneyShown),
});
export type BackTestShown = z.infer<typeof BackTestShown>;

const NotFound = { BACK_TEST_NOT_FOUND: 'Back-test not found' };

export const startBackTest = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule-set/back-test',
  access: 'admin',
  summary: 'Replay the claims of a period under the draft, in the background',
  params: StoreParams,
  body: z.object({ from: Day, until: Day }),
  response: BackTestShown,
  errors: {
    PERIOD_INVALID: 'The period ends before it begins',
    NOTHING_TO_TEST: 'The draft is what runs already',
    TOO_MANY_ATTEMPTS: 'Too many back-tests; try again later',
  },
});

export const listBackTests = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/back-test',
  access: 'admin',
  summary: 'List the latest back-tests, newest first',
  params: StoreParams,
  response: z.object({ backTests: z.array(BackTestShown) }),
});

export const getBackTest = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/back-test/{backTestId}',
  access: 'admin',
  summary: 'Get a back-test with its progress and what it came to',
  params: BackTestParams,
  response: BackTestShown,
  errors: NotFound,
});

const DifferentClaim = z.object({
  claimId: z.number().int(),
  externalId: z.string(),
  claimType: ClaimType,
  createdOn: z.string(),
  orderNo: z.string(),
  /** What comes out differently, each in a sentence. */
  differences: z.array(z.string()),
});
export type DifferentClaim = z.infer<typeof DifferentClaim>;

export const listBackTestedClaims = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/back-test/{backTestId}/claim',
  access: 'admin',
  summary: 'List the claims that come out differently, oldest first',
  params: BackTestParams,
  query: z.object({ after: z.coerce.number().int().nonnegative().default(0) }),
  response: z.object({ claims: z.array(DifferentClaim), next: z.number().int().nullable() }),
  errors: NotFound,
});

/** Why rules came out as they did, by item. */
const ReceiptShown = z.object({
  version: z.string(),
  hook: Hook,
  subjects: z.array(
    z.object({
      subject: z.string(),
      facts: z.record(
        z.string(),
        z
          .union([
            z.boolean(),
            z.number(),
            z.string(),
            z.array(z.string()).readonly(),
            z.array(z.number()).readonly(),
            z.null(),
          ])
          .optional(),
      ),
      verdicts: z.array(
        z.object({ ruleId: z.number().int(), isMatch: z.boolean(), condition: z.number().int().nullable() }),
      ),
    }),
  ),
});

export const explainBackTestedClaim = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/back-test/{backTestId}/claim/{claimId}',
  access: 'admin',
  summary: 'Say why a claim comes out differently: what each rule made of it before and after',
  params: BackTestParams.extend({ claimId: z.coerce.number().int().positive() }),
  response: z.object({
    differences: z.array(z.string()),
    /** Each rule as it was asked, with the receipts of every moment. */
    before: z.object({ rules: z.array(KeptRule), receipts: z.array(ReceiptShown) }),
    after: z.object({ rules: z.array(KeptRule), receipts: z.array(ReceiptShown) }),
  }),
  errors: { ...NotFound, CLAIM_NOT_FOUND: 'Claim not found' },
});
