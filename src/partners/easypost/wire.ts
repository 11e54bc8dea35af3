import { z } from 'zod';

// EasyPost adds fields without a new version, so only what is used is named, and the rest ignored.

export const WireRate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.number().int().nullish(),
  est_delivery_days: z.number().int().nullish(),
});
export type WireRate = z.infer<typeof WireRate>;

export const WireRates = z.object({ rates: z.array(WireRate).default([]) });
export type WireRates = z.infer<typeof WireRates>;

const WirePostageLabel = z.object({
  label_url: z.string(),
  label_file_type: z.string().nullish(),
  label_pdf_url: z.string().nullish(),
});

const WireForm = z.object({ form_type: z.string(), form_url: z.string().nullish() });

const WireMessage = z.object({ carrier: z.string().nullish(), message: z.unknown() });

export const WireShipment = z.object({
  id: z.string(),
  created_at: z.string(),
  reference: z.string().nullish(),
  tracking_code: z.string().nullish(),
  refund_status: z.string().nullish(),
  rates: z.array(WireRate).default([]),
  messages: z.array(WireMessage).default([]),
  selected_rate: WireRate.nullish(),
  postage_label: WirePostageLabel.nullish(),
  tracker: z.object({ public_url: z.string().nullish() }).nullish(),
  forms: z
    .array(WireForm)
    .nullish()
    .transform((forms) => forms ?? []),
});
export type WireShipment = z.infer<typeof WireShipment>;

export const WireShipmentPage = z.object({ shipments: z.array(WireShipment), has_more: z.boolean() });

/** Has no amount: EasyPost refunds the full postage. */
export const WireRefund = z.object({
  id: z.string(),
  object: z.literal('Refund'),
  created_at: z.string(),
  shipment_id: z.string().nullish(),
});
export const WireRefundPage = z.object({ refunds: z.array(WireRefund), has_more: z.boolean() });

/** The list under `errors` holds objects or plain strings; both have been recorded. */
export const WireError = z.object({
  error: z.object({
    code: z.string().nullish(),
    message: z.unknown(),
    errors: z
      .array(z.union([z.string(), z.object({ field: z.string().nullish(), message: z.string().nullish() })]))
      .nullish(),
  }),
});

const WireLocation = z.object({
  city: z.string().nullish(),
  state: z.string().nullish(),
  zip: z.string().nullish(),
  country: z.string().nullish(),
});

export const WireTracker = z.object({
  object: z.literal('Tracker'),
  tracking_code: z.string(),
  shipment_id: z.string().nullish(),
  status: z.string(),
  updated_at: z.string(),
  est_delivery_date: z.string().nullish(),
  tracking_details: z
    .array(
      z.object({
        message: z.string().nullish(),
        status: z.string().nullish(),
        status_detail: z.string().nullish(),
        datetime: z.string(),
        tracking_location: WireLocation.nullish(),
      }),
    )
    .default([]),
});
export type WireTracker = z.infer<typeof WireTracker>;
export const WireTrackerPage = z.object({ trackers: z.array(WireTracker) });

export const WireEvent = z.object({
  id: z.string(),
  object: z.literal('Event'),
  description: z.string(),
  result: z.object({ object: z.string().nullish() }).loose().nullish(),
});
