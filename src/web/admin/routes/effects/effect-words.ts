import type { EffectShown, Retried } from '#contract/claim-shapes.ts';
import type { listEffects } from '#contract/merchant/claim-actions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { EffectState } from '#core/effects/state.ts';
import type { Tone } from '../../../ui/status-badge.tsx';

export const effectStates: Readonly<Record<EffectState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'waiting' },
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  doneElsewhere: { label: 'Resolved externally', tone: 'neutral' },
  calledOff: { label: 'Canceled', tone: 'neutral' },
};

/** Whether staff can try it at once, or say that they did it: it failed, or it waits for its next try. */
export const canAct = ({ state, attempts }: EffectShown): boolean =>
  state === 'failed' || (state === 'waiting' && attempts > 0);

/** The views of the store's effects. */
export const views = [
  { id: 'open', label: 'Open' },
  { id: 'waiting', label: 'Waiting' },
  { id: 'running', label: 'Running' },
  { id: 'failed', label: 'Failed' },
  { id: 'done', label: 'Done' },
  { id: 'doneElsewhere', label: 'Resolved externally' },
  { id: 'calledOff', label: 'Canceled' },
] as const;
export type ViewId = (typeof views)[number]['id'];
type Counts = RouteAnswer<typeof listEffects>['counts'];

/** How many a view holds; null where that is not counted, because it is over. */
export function viewCount(view: ViewId, counts: Counts | undefined): number | null | undefined {
  if (view === 'done' || view === 'doneElsewhere' || view === 'calledOff') return null;
  return view === 'open' ? counts && counts.waiting + counts.running + counts.failed : counts?.[view];
}

/** What the address bar holds; what is usual is left out. `before` is the effect a page begins behind. */
export type EffectsSearch = { state?: Exclude<ViewId, 'open'>; before?: number };

/** The state of the page from whatever the address bar holds; what makes no sense is dropped. */
export function effectsSearch(raw: Record<string, unknown>): EffectsSearch {
  const state = views.find((view) => view.id === raw['state'])?.id;
  const before = Number(raw['before']);
  return {
    ...(state && state !== 'open' ? { state } : {}),
    ...(Number.isSafeInteger(before) && before > 0 ? { before } : {}),
  };
}

/** What is being retried, as a sentence needs it: "2 payouts and 1 other action are". */
export function retriedText({ payouts, others }: Pick<Retried, 'payouts' | 'others'>): string | null {
  const count = (many: number, one: string): string => `${many.toLocaleString('en-US')} ${one}${many === 1 ? '' : 's'}`;
  if (payouts + others === 0) return null;
  const parts = [
    ...(payouts > 0 ? [count(payouts, 'payout')] : []),
    ...(others > 0 ? [count(others, payouts > 0 ? 'other action' : 'action')] : []),
  ];
  return `${parts.join(' and ')} ${payouts + others === 1 ? 'is' : 'are'} being retried`;
}

/** Who has to do an effect, as people know them. */
const PARTNERS: Readonly<Record<string, string>> = {
  email: 'The mail server',
  userEmail: 'The mail server',
  label: 'The label provider',
  labelRefund: 'The label provider',
  packingSlip: 'The packing slip service',
  paymentCapture: 'The payment provider',
  paymentRefund: 'The payment provider',
  paymentRelease: 'The payment provider',
  paymentHoldAgain: 'The payment provider',
  report: 'The export',
};
const partnerOf = (kind: string): string => PARTNERS[kind] ?? 'The store platform';

/** What went wrong, in plain words; null when nothing did. The partner's own words are its details. */
export function problemOf({ kind, state, lastError }: EffectShown): string | null {
  if (lastError === null) return null;
  if (state === 'failed') return `${partnerOf(kind)} refused this, so it isn't tried again by itself.`;
  if (state === 'waiting' || state === 'running')
    return `${partnerOf(kind)} hasn't confirmed this yet. We keep trying.`;
  return null;
}

export const HELD_BACK = 'Goes out once everything it promises is confirmed';

export const attemptsText = (attempts: number): string =>
  attempts === 0 ? 'Not tried yet' : attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
