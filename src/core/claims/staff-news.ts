import type { Claim } from '#core/claims/claim.ts';
import { areGoodsBack } from '#core/claims/goods-progress.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import type { StaffNews } from '#core/policy/policy.ts';

/** Whether everything that was sent back has arrived by a change. */
export const arrives = (before: Claim, after: Claim): boolean => !areGoodsBack(before) && areGoodsBack(after);

/** One email each, however often the same news comes. */
export const staffEmails = (claim: Claim, news: keyof StaffNews, to: readonly string[]): EffectIntent[] =>
  to.map((email) => ({
    kind: 'staffEmail',
    purposeKey: `staffEmail:${news}:claim:${claim.id}:${email.toLowerCase()}`,
    subject: aboutClaim(claim),
    payload: { claimId: claim.id, claimType: claim.claimType, claimExternalId: claim.externalId, news, to: email },
  }));
