import { finishUpload, startUpload } from '#contract/customer/customer.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { announceUpload, finishUpload as finish } from '#server/uploads.ts';

const MOST_PER_ORDER = 100;

/** A shopper's photos and videos: announced, put at a signed address by the browser, then checked by their bytes. */
export const uploadHandlers = (deps: Pick<ServerDeps, 'database' | 'files' | 'config'>): Handler[] => [
  handle(startUpload, ({ body }, { portal: { storeId, orderId } }) =>
    announceUpload(deps, { storeId, orderId, most: MOST_PER_ORDER }, body),
  ),
  handle(finishUpload, ({ params }, { portal }) => finish(deps, portal, params.mediaId)),
];
