import { saveProviderControls } from '#contract/merchant/session.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** Missing fields stay unchanged. */
export const providerControlsHandler = ({ database }: Pick<ServerDeps, 'database'>): Handler =>
  handle(saveProviderControls, async ({ body }, { storeId }) => {
    const { isTest, subscriptionStatus, confirmationUrl, invoiceDefinition } = body;
    const changes = {
      ...(isTest === undefined ? {} : { is_test: isTest }),
      ...(subscriptionStatus === undefined ? {} : { subscription_status: subscriptionStatus }),
      ...(confirmationUrl === undefined ? {} : { subscription_confirmation_url: confirmationUrl }),
      ...(invoiceDefinition === undefined ? {} : { subscription_ends_on: invoiceDefinition?.endDate ?? null }),
    };
    if (Object.keys(changes).length > 0)
      await database.inStore(storeId, (db) =>
        db.updateTable('store').set(changes).where('store_id', '=', storeId).execute(),
      );
    return {};
  });
