import { isView, type AutomationsView } from './automation-places.ts';

const KEY = 'makegood.automations.view';

/** How the automations were shown last in this browser (R2.01). */
export function keptView(): AutomationsView {
  try {
    const kept = localStorage.getItem(KEY);
    return isView(kept) ? kept : 'flow';
  } catch {
    // A browser may refuse to keep anything.
    return 'flow';
  }
}

/** Templates are where rules begin, and no way to look at those there are. */
export function keepView(view: AutomationsView): void {
  if (view === 'templates') return;
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // As above.
  }
}
