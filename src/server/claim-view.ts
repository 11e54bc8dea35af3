import { MediaShown, ShipmentShown } from '#contract/claim-shapes.ts';
import type { ClaimMedia, ReturnShipment } from '#core/claims/claim.ts';
import type { Files } from '#partners/ports.ts';
import { mediaKey } from '#server/customer/uploads.ts';
import type { z } from 'zod';

const SHOWN_SECONDS = 3600;

/** A shipment as both apps show it, its document behind an address that works for an hour. */
export async function showShipment(shipment: ReturnShipment, files: Files): Promise<z.infer<typeof ShipmentShown>> {
  const { canceledOn, documentKey } = shipment;
  const documentUrl =
    canceledOn !== null || documentKey === '' ? null : await files.signDownload(documentKey, SHOWN_SECONDS);
  // The contract lists what may be seen; the rest of the shipment goes no further than here.
  return ShipmentShown.parse({ ...shipment, documentUrl });
}

/** Photos and videos behind addresses that work for an hour. */
export const showMedia = (
  storeId: number,
  media: readonly ClaimMedia[],
  files: Files,
): Promise<z.infer<typeof MediaShown>[]> =>
  Promise.all(
    media.map(async (one) =>
      MediaShown.parse({ ...one, url: await files.signDownload(mediaKey(storeId, one.id), SHOWN_SECONDS) }),
    ),
  );
