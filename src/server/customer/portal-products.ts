import type { Variant } from '#core/orders/order.ts';
import type { ServerDeps } from '#server/deps.ts';
import { forget } from '#server/stores/forget.ts';
import { questionsOf } from '#server/stores/questions.ts';
import type { PortalContext } from '#server/http/context.ts';

type Asker = Pick<PortalContext, 'portal' | 'requestId'>;

/** What shoppers ask the platform about products. One for all sessions of a process. */
export type PortalProducts = {
  /** Variants with stock and prices of now or of some seconds ago. Refuses TOO_MANY_QUESTIONS. */
  shared(asker: Asker, productIdFromPlatform: string): Promise<readonly Variant[]>;
  /** As they are now: what a return is paid for or submitted with. Who asks next shares it. Refuses TOO_MANY_QUESTIONS. */
  fresh(asker: Asker, productIdFromPlatform: string): Promise<readonly Variant[]>;
};

const SHARED_MS = 5_000;
// The answer about a product with many variants is large.
const MOST_SHARED = 500;
// A shopper who opens a product a second for a minute; a script asks for more.
const MOST_PER_MINUTE = 60;

/**
 * Keeps shoppers from using up what the platform answers a store: all who ask about a product within some seconds share
 * one answer, and a session may cause a number of questions a minute. Answers are shared by process, questions counted
 * for all of them.
 */
export function portalProducts(
  { storefrontOf, ...counted }: Pick<ServerDeps, 'storefrontOf' | 'database' | 'secret'>,
  now: () => number = () => performance.now(),
): PortalProducts {
  const answers = new Map<string, { variants: Promise<readonly Variant[]>; until: number }>();
  const countQuestion = questionsOf(counted, {
    about: 'products',
    mostPerMinute: MOST_PER_MINUTE,
    message: "You've opened many products in a short time. Please wait a minute and try again.",
  });

  async function ask({ portal, requestId }: Asker, productId: string): Promise<readonly Variant[]> {
    const storefront = await storefrontOf(portal.storeId);
    return storefront.fetchVariants(productId, { requestId, priority: 'shopper' });
  }

  async function shared(asker: Asker, productId: string): Promise<readonly Variant[]> {
    const key = `${asker.portal.storeId} ${productId}`;
    const known = (): Promise<readonly Variant[]> | null => {
      const one = answers.get(key);
      return one && now() < one.until ? one.variants : null;
    };
    const before = known();
    if (before) return before;
    await countQuestion(asker.portal);
    // Somebody may have asked while it was counted.
    const meanwhile = known();
    if (meanwhile) return meanwhile;
    const asking = { variants: ask(asker, productId), until: Infinity };
    answers.set(key, asking);
    forget(answers, ({ until }, index) => now() >= until || index < answers.size - MOST_SHARED);
    try {
      const variants = await asking.variants;
      asking.until = now() + SHARED_MS;
      return variants;
    } catch (error) {
      // Only those who asked meanwhile share a failure.
      if (answers.get(key) === asking) answers.delete(key);
      throw error;
    }
  }

  return {
    shared,
    async fresh(asker, productId) {
      await countQuestion(asker.portal);
      const variants = await ask(asker, productId);
      answers.set(`${asker.portal.storeId} ${productId}`, {
        variants: Promise.resolve(variants),
        until: now() + SHARED_MS,
      });
      return variants;
    },
  };
}
