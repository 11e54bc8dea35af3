import { LABEL_URL } from '../settings.ts';
import type { Person } from './people.ts';

const NEWS = ['in_transit', 'out_for_delivery', 'delivered', 'delivered', 'failure', 'in_transit'];

const ENDS = ['refunded', 'refunded', 'rejected'];

/** Moves the parcels whose labels were bought, and decides on the refunds of labels given back. */
export const carrier = (turns: number): Person => ({
  name: 'carrier',
  async live(place, life) {
    const { scheduler, twins } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'scans a parcel');
      const { trackers, refunds } = twins.labels;
      const tell = (what: 'track' | 'refund', body: object) =>
        scheduler.inside(() =>
          twins.answer(new URL(`${LABEL_URL}/_control/${what}`), { method: 'POST', body: JSON.stringify(body) }),
        );
      const asked = refunds.filter(({ status }) => status === 'submitted');
      if (asked.length > 0 && scheduler.chance.under(0.5)) {
        const { tracking_code } = scheduler.chance.pick(asked);
        await tell('refund', { tracking_code, status: scheduler.chance.pick(ENDS) });
        continue;
      }
      if (trackers.length === 0) continue;
      const { tracking_code } = scheduler.chance.pick(trackers);
      await tell('track', { tracking_code, status: scheduler.chance.pick(NEWS) });
    }
  },
});
