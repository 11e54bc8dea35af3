import { LABEL_URL } from '../settings.ts';
import type { Person, Place } from './people.ts';

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
      await tell(place, 'track', { tracking_code, status: scheduler.chance.pick(NEWS) });
    }
  },
});

const ENDS = ['refunded', 'refunded', 'rejected'];

/** Decides on the refunds of labels that were given back. */
export const carrierOffice: Person = {
  name: "carrier's office",
  async live(place, life) {
    const { scheduler, twins } = place;
    const asked = () => twins.labels.refunds.filter(({ status }) => status === 'submitted');
    for (;;) {
      await scheduler.step(life, 'decides on a refund', [], () => asked().length > 0);
      const { tracking_code } = scheduler.chance.pick(asked());
      await tell(place, 'refund', { tracking_code, status: scheduler.chance.pick(ENDS) });
    }
  },
};

const tell = ({ scheduler, twins }: Place, what: 'track' | 'refund', body: object): Promise<Response> =>
  scheduler.inside(() =>
    twins.answer(new URL(`${LABEL_URL}/_control/${what}`), { method: 'POST', body: JSON.stringify(body) }),
  );
