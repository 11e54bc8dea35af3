import { carrierOf } from '#core/claims/carriers.ts';
import { mediaKind } from '#core/claims/media-types.ts';
import { MediaShown, type InspectionShown, type ShipmentShown } from '#contract/claim-shapes.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import type { LineInspection } from '#core/claims/inspection-shapes.ts';
import type { ReturnShipment, TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { lastDayOf } from '#core/claims/shipments.ts';
import type { InspectionGrade } from '#core/claims/inspection-shapes.ts';
import { GRADE_NAMES } from '#core/claims/inspection-shapes.ts';
import type { Files } from '#partners/ports.ts';
import { mediaKey, thumbnailKey } from '#server/uploads.ts';
import type { z } from 'zod';

const WENT_WRONG: ReadonlySet<TrackerStatus> = new Set<TrackerStatus>(['failure', 'error', 'return_to_sender']);

const SHOWN_SECONDS = 3600;

/** A shipment as both apps show it, its document behind an address that works for an hour. */
export async function showShipment(
  shipment: ReturnShipment,
  files: Files,
  isReturnShipment = true,
): Promise<z.infer<typeof ShipmentShown>> {
  const { canceledOn, documentKey, qrCodeUrl } = shipment;
  return {
    returnShipmentId: shipment.id,
    returnShipmentType: shipment.type,
    isReturnShipment,
    createdOn: shipment.createdOn,
    shipmentExpiresOn: lastDayOf(shipment).sendUntil ?? null,
    service: shipment.service,
    tracker: {
      status: shipment.trackerStatus,
      details: shipment.events,
      estimatedDeliveryDate: shipment.estimatedDeliveryOn ?? null,
      carrier: {
        name: shipment.carrier,
        icon: carrierOf(shipment.carrier).icon,
        trackingCode: shipment.trackingCode,
        trackingUrl: shipment.trackingUrl,
      },
      errors: shipment.events.filter(({ status }) => WENT_WRONG.has(status)).map(({ message }) => message),
    },
    returnShipmentPdfAssetUrl:
      canceledOn !== null || documentKey === '' ? null : await files.signDownload(documentKey, SHOWN_SECONDS),
    // The code prints the label too.
    qrCodeDetail: canceledOn !== null || qrCodeUrl === null ? null : { url: qrCodeUrl },
    canceledOn,
  };
}

/** Photos and videos behind addresses that work for an hour. */
export const showMedia = (
  storeId: number,
  media: readonly ClaimMedia[],
  files: Files,
): Promise<z.infer<typeof MediaShown>[]> =>
  Promise.all(
    media.map(async (one) =>
      MediaShown.parse({
        ...one,
        url: await files.signDownload(mediaKey(storeId, one.id), SHOWN_SECONDS),
        thumbnailUrl:
          mediaKind(one.contentType) === 'image'
            ? await files.signDownload(thumbnailKey(storeId, one.id), SHOWN_SECONDS)
            : null,
      }),
    ),
  );

/** What was found about an item, its photos behind addresses that work for an hour. */
export const showInspection = async (
  storeId: number,
  inspection: LineInspection,
  files: Files,
): Promise<InspectionShown> => ({
  ...inspection,
  images: await showMedia(storeId, inspection.images, files),
  storeInspectionGrade: inspection.storeInspectionGrade === null ? null : showGrade(inspection.storeInspectionGrade),
});

/** A grade as people and the API know it. */
export const showGrade = (code: InspectionGrade) => ({ id: code, name: GRADE_NAMES[code], code });
