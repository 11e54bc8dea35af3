import type { ShipmentShown } from '#contract/claim-shapes.ts';
import type { ReturnShipment } from '#core/claims/claim.ts';
import type { Files } from '#partners/ports.ts';
import type { z } from 'zod';

const SHOWN_SECONDS = 3600;

/** A shipment as both apps show it, its document behind an address that works for an hour. */
export async function showShipment(shipment: ReturnShipment, files: Files): Promise<z.infer<typeof ShipmentShown>> {
  const {
    id,
    type,
    createdOn,
    carrier,
    service,
    trackingCode,
    trackingUrl,
    trackerStatus,
    events,
    qrCodeUrl,
    canceledOn,
    documentKey,
  } = shipment;
  return {
    id,
    type,
    createdOn,
    carrier,
    service,
    trackingCode,
    trackingUrl,
    trackerStatus,
    events,
    qrCodeUrl,
    canceledOn,
    documentUrl:
      canceledOn !== null || documentKey === '' ? null : await files.signDownload(documentKey, SHOWN_SECONDS),
  };
}
