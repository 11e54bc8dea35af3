import { z } from 'zod';

/** From when a reason can be told, counted from what is known of the parcel. */
type FiledFrom = 'delivery' | 'afterDelivery' | 'silence' | 'dispatch';

type ReasonRow = {
  /** What staff and merchants read. */
  label: string;
  filedFrom: FiledFrom;
  /** A photo shows it, so one is asked for whatever the store sets. */
  isShown: boolean;
};

/** What can go wrong with a parcel (C3.14). */
export const SHIPPING_REASONS = {
  Damaged: { label: 'Damaged', filedFrom: 'delivery', isShown: true },
  Lost: { label: 'Lost', filedFrom: 'silence', isShown: false },
  Stolen: { label: 'Stolen', filedFrom: 'afterDelivery', isShown: false },
  Wrong_Item: { label: 'Wrong item', filedFrom: 'delivery', isShown: true },
  Missing_Item: { label: 'Missing item', filedFrom: 'delivery', isShown: false },
  Quality_Issue: { label: 'Quality issue', filedFrom: 'delivery', isShown: true },
  Incorrect_Address: { label: 'Incorrect address', filedFrom: 'dispatch', isShown: false },
} as const satisfies Readonly<Record<string, ReasonRow>>;

export type ShippingReason = keyof typeof SHIPPING_REASONS;
export const ShippingReason = /* @__PURE__ */ z.enum(
  Object.keys(SHIPPING_REASONS) as [ShippingReason, ...ShippingReason[]],
);

/** Why a claim is denied, as staff choose it; the shopper reads what belongs to it in their language. */
export const SHIPPING_DENIALS = {
  Delivered: 'The carrier proved the delivery',
  Not_Covered: 'Not covered by the protection',
  No_Proof: 'The photos do not show the problem',
  Filed_Late: 'Filed too late',
  Other: 'Another reason',
} as const;
export type ShippingDenial = keyof typeof SHIPPING_DENIALS;
export const ShippingDenial = /* @__PURE__ */ z.enum(
  Object.keys(SHIPPING_DENIALS) as [ShippingDenial, ...ShippingDenial[]],
);
