import type { DefaultReasons, ReasonGroup } from '#core/claims/reason-groups.ts';
import type { ClaimReason } from '#core/claims/reasons.ts';
import { ClaimType } from '#core/claims/types.ts';
import { Refusal } from '#core/refusal.ts';

type Reasons = {
  reasons: ClaimReason[];
  retiredReasons: ClaimReason[];
  reasonGroups: ReasonGroup[];
  defaultReasons: DefaultReasons;
};
/** A reason, and whether it is offered no more; claims made keep theirs. */
export type AnyReason = ClaimReason & { isDeleted: boolean };

/** Every reason the store has or had: those offered in the order shoppers see them, then the others. */
export const allReasons = ({ reasons, retiredReasons }: Pick<Reasons, 'reasons' | 'retiredReasons'>): AnyReason[] => [
  ...reasons.map((reason) => ({ ...reason, isDeleted: false })),
  ...retiredReasons.map((reason) => ({ ...reason, isDeleted: true })),
];

/**
 * The settings with a reason added, changed, taken off the list or put back at its end; groups give up one that is taken
 * off. Details that are left out are kept as retired. Refuses REASON_NEEDED.
 */
export function withReason(settings: Reasons, { isDeleted, ...entered }: AnyReason): Reasons {
  const { reasons, retiredReasons, reasonGroups, defaultReasons } = settings;
  const before = [...reasons, ...retiredReasons].find(({ id }) => id === entered.id);
  const reason = withRetiredDetails(before, entered);
  const without = (some: readonly ClaimReason[]): ClaimReason[] => some.filter(({ id }) => id !== reason.id);
  const put = (some: readonly ClaimReason[]): ClaimReason[] =>
    some.some(({ id }) => id === reason.id)
      ? some.map((one) => (one.id === reason.id ? reason : one))
      : [...some, reason];
  if (!isDeleted) return { ...settings, reasons: put(reasons), retiredReasons: without(retiredReasons) };
  if (without(reasons).length === 0) throw needed('A store needs at least one reason.');
  const left = (ids: readonly string[], name: string): string[] => {
    const others = ids.filter((id) => id !== reason.id);
    if (others.length === 0) throw needed(`It is the only reason of ${name}. Add another one there first.`);
    return others;
  };
  return {
    reasons: without(reasons),
    retiredReasons: put(retiredReasons),
    reasonGroups: reasonGroups.map((group) => ({ ...group, reasonIds: left(group.reasonIds, group.name) })),
    defaultReasons: Object.fromEntries(
      Object.entries(defaultReasons).map(([type, ids]) => [type, left(ids, 'a default group')]),
    ),
  };
}

const needed = (text: string): Refusal => new Refusal('notAllowed', 'REASON_NEEDED', text);

function withRetiredDetails(before: ClaimReason | undefined, after: ClaimReason): ClaimReason {
  const had = [...(before?.retiredDetails ?? []), ...(before?.details ?? []), ...(after.retiredDetails ?? [])];
  const retired = [...new Set(had)].filter((detail) => !after.details.includes(detail));
  const { retiredDetails: _, ...reason } = after;
  return retired.length === 0 ? reason : { ...reason, retiredDetails: retired };
}

/** A group as it is asked for: a default one has neither a name nor a product group of its own. */
export type AnyGroup = { id: number; claimType: ClaimType; reasonIds: readonly string[] } & (
  | { isDefault: true }
  | { isDefault: false; name: string; productGroupId: number }
);

// Below every group a store can add.
const idOfDefault = (claimType: ClaimType): number => ClaimType.options.indexOf(claimType) + 1;
const FIRST_ID = 101;

/** The default group of each type of claim, then the others, the oldest first. */
export const allGroups = ({ reasons, reasonGroups, defaultReasons }: Reasons): AnyGroup[] => [
  ...ClaimType.options.map((claimType): AnyGroup => ({
    id: idOfDefault(claimType),
    isDefault: true,
    claimType,
    reasonIds: defaultReasons[claimType] ?? reasons.map(({ id }) => id),
  })),
  ...reasonGroups.map((group): AnyGroup => ({ ...group, isDefault: false })),
];

/** The id of the next group; ids are not used again while a later group is there. */
export const nextGroupId = ({ reasonGroups }: Reasons): number =>
  Math.max(FIRST_ID - 1, ...reasonGroups.map(({ id }) => id)) + 1;

/** The settings with a group added or changed. Refuses REASON_UNKNOWN and REASON_GROUP_TAKEN. */
export function withGroup(settings: Reasons, group: AnyGroup): Reasons {
  const isOffered = new Set(settings.reasons.map(({ id }) => id));
  if (group.reasonIds.some((id) => !isOffered.has(id))) {
    const text = 'One of these reasons is no longer offered.';
    throw new Refusal('notAllowed', 'REASON_UNKNOWN', text, { 'body.claimReasonIds': text });
  }
  const reasonIds = [...group.reasonIds];
  if (group.isDefault)
    return { ...settings, defaultReasons: { ...settings.defaultReasons, [group.claimType]: reasonIds } };
  const { id, name, claimType, productGroupId } = group;
  const taken = settings.reasonGroups.find(
    (one) => one.id !== id && one.claimType === claimType && one.productGroupId === productGroupId,
  );
  if (taken) {
    const text = `${taken.name} has reasons for this product group already.`;
    throw new Refusal('conflict', 'REASON_GROUP_TAKEN', text, { 'body.storeProductGroupId': text });
  }
  const made: ReasonGroup = { id, name, claimType, productGroupId, reasonIds };
  const { reasonGroups } = settings;
  return {
    ...settings,
    reasonGroups: reasonGroups.some((one) => one.id === id)
      ? reasonGroups.map((one) => (one.id === id ? made : one))
      : [...reasonGroups, made],
  };
}

/** The settings without a group. Refuses DEFAULT_REASON_GROUP. */
export function withoutGroup(settings: Reasons, id: number): Reasons {
  if (ClaimType.options.some((claimType) => idOfDefault(claimType) === id))
    throw new Refusal('conflict', 'DEFAULT_REASON_GROUP', "A default group can't be deleted.");
  return { ...settings, reasonGroups: settings.reasonGroups.filter((group) => group.id !== id) };
}
