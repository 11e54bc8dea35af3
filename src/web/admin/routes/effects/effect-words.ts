import type { EffectShown } from '#contract/claim-shapes.ts';
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

export const HELD_BACK = 'Goes out once everything it promises is confirmed';

export const attemptsText = (attempts: number): string =>
  attempts === 0 ? 'Not tried yet' : attempts === 1 ? '1 attempt' : `${attempts} attempts`;
