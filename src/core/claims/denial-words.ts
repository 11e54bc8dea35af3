import type { DenialDetail } from '#core/claims/decision-shapes.ts';

/** Why a line was denied, as its shopper reads it. The names of the details are for staff. */
const DENIAL_WORDS: Readonly<Record<DenialDetail, string>> = {
  Wrong_Item: "The item we got isn't the one in your request.",
  Item_Not_Returned: "We didn't receive this item.",
  Noncompliant_Return: "This item doesn't meet our return policy.",
  Not_Covered_Under_Warranty: "The warranty doesn't cover this problem.",
  No_Action_Taken: "We couldn't approve your request for this item.",
};

export const denialWords = (detail: DenialDetail | null): string => DENIAL_WORDS[detail ?? 'No_Action_Taken'];
