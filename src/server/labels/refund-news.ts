import { sellerOf } from '#server/labels/providers.ts';
import {
  isPaidBack,
  LABEL_REFUND_WORDS,
  VoidedLabel,
  labelRefundEntry,
  LabelRefundPayload,
  rejectedText,
} from '#core/effects/label-refund.ts';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import { holdClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { amendResult, claimIdOf, effectById, effectForChange, subjectOf, type EffectRow } from '#server/db/effects.ts';
import { raiseTask } from '#server/db/tasks.ts';
import type { ServerDeps } from '#server/deps.ts';
import { noteOnClaim } from '#server/effects/note-on-claim.ts';

/**
 * Looks up a label refund that its provider sent news about, and saves it. False if its effect isn't saved yet; try
 * again soon.
 */
export async function refreshLabelRefund(
  { database, labels }: Pick<ServerDeps, 'database' | 'labels'>,
  { store_id: storeId, effect_id: effectId, payload, state }: EffectRow,
  context: CallContext,
): Promise<boolean> {
  if (state === 'waiting' || state === 'running') return false;
  const { shipmentIdFromProvider } = LabelRefundPayload.parse(payload);
  const label = await (await sellerOf(labels, shipmentIdFromProvider, context))?.find(shipmentIdFromProvider, context);
  if (label?.refund === 'submitted')
    throw new PartnerError('labels', 'retry', 'The refund that was told of does not show at the label yet.');
  const { refund } = label ?? {};
  if (refund) await database.inStore(storeId, (db) => recordLabelRefund(db, storeId, effectId, refund));
  return true;
}

/**
 * Saves the state of a label refund to its effect, the books and the claim. Changes nothing if it is already known or
 * the effect isn't done.
 */
export async function recordLabelRefund(db: Db, storeId: number, effectId: number, status: LabelRefund): Promise<void> {
  const known = await effectById(db, storeId, effectId);
  const claimId = known ? claimIdOf(known) : null;
  if (claimId !== null) await holdClaim(db, storeId, claimId);
  const effect = await effectForChange(db, storeId, effectId);
  if (effect?.state !== 'done') return;
  const kept = VoidedLabel.parse(effect.result);
  // Money that came back is not taken away again by what comes late; reconciling names what differs.
  if (kept.status === status || isPaidBack(kept.status)) return;
  const back = { ...kept, status };
  await amendResult(db, effect, { label: LABEL_REFUND_WORDS[status], status });
  await tellLabelRefund(db, effect, back);
}

/** Tells in the claim's timeline how the refund of a label stands, and staff of one that was rejected. */
export async function tellLabelRefund(db: Db, effect: EffectRow, back: VoidedLabel): Promise<void> {
  await noteOnClaim(db, effect, labelRefundEntry(back));
  if (back.status !== 'rejected') return;
  await raiseTask(db, effect.store_id, {
    subject: subjectOf(effect),
    purposeKey: `labelNotRefunded:${effect.purpose_key}`,
    kind: 'labelNotRefunded',
    message: rejectedText(back),
  });
}
