import { LABEL_URL } from '../settings.ts';
import type { Person } from './people.ts';

const NEWS = ['in_transit', 'out_for_delivery', 'delivered', 'delivered', 'failure', 'in_transit'];

/** Moves the parcels whose labels were bought. */
export const carrier = (turns: number): Person => ({
  name: 'carrier',
  async live(place, life) {
    const { scheduler, twins } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'scans a parcel');
      const { trackers } = twins.labels;
      if (trackers.length === 0) continue;
      const { tracking_code } = scheduler.chance.pick(trackers);
      const body = JSON.stringify({ tracking_code, status: scheduler.chance.pick(NEWS) });
      await scheduler.inside(() => twins.answer(new URL(`${LABEL_URL}/_control/track`), { method: 'POST', body }));
    }
  },
});
