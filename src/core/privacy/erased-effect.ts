import { intentOf, keptTexts, summaryOf, type StoredEffect } from '#core/effects/kinds.ts';
import { withoutTexts } from '#core/privacy/without-texts.ts';

export type ErasableEffect = StoredEffect & { result: unknown; summary: string };

/** What is left of an effect that ended. Of a kind this version does not know, nothing but ids, dates and numbers. */
export function erasedEffect<Effect extends ErasableEffect>(
  effect: Effect,
): Pick<Effect, 'payload' | 'result' | 'summary'> {
  const kept = keptTexts(effect.kind);
  const payload = withoutTexts(effect.payload, new Set(kept.payload));
  const result = withoutTexts(effect.result, new Set(kept.result));
  const intent = intentOf({ ...effect, payload });
  const summary = effect.kind === 'email' || intent === null ? ERASED_SUMMARY(effect.kind) : summaryOf(intent);
  return { payload, result, summary };
}

const ERASED_SUMMARY = (kind: string): string => (kind === 'email' ? 'Email to the customer' : 'Erased');
