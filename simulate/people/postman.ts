import { outcomeOf, type Person } from './people.ts';

const MOST_TRIES = 4;

/** Brings webhooks, in any order, some twice and some never. Those not taken in are brought again. */
export const postman = (loss: number): Person => ({
  name: 'postman',
  async live(place, life) {
    const { scheduler, webhooks, server } = place;
    for (;;) {
      await scheduler.step(life, 'has a webhook', [], () => webhooks.length > 0);
      const at = scheduler.chance.between(0, webhooks.length - 1);
      const [letter] = webhooks.splice(at, 1);
      if (!letter) continue;
      if (scheduler.chance.under(loss)) {
        scheduler.note(`postman: loses ${letter.sent.path}`);
        continue;
      }
      if (scheduler.chance.under(loss / 2)) webhooks.push({ ...letter, tries: letter.tries + MOST_TRIES });
      const outcome = await outcomeOf(server.deliver(letter.sent));
      const isTaken = typeof outcome !== 'string' && outcome.answer < 300;
      if (!isTaken && letter.tries < MOST_TRIES) webhooks.push({ ...letter, tries: letter.tries + 1 });
    }
  },
});
