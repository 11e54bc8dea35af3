import type { EffectKind as KindName } from '#core/effects/kinds.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { autoFinalize } from '#server/effects/kinds/auto-finalize.ts';
import { checkoutScript } from '#server/effects/kinds/checkout-script.ts';
import { coverEmail } from '#server/effects/kinds/cover-email.ts';
import { coverProduct } from '#server/effects/kinds/cover-product.ts';
import { coverRefund } from '#server/effects/kinds/cover-refund.ts';
import { dataImport } from '#server/effects/kinds/data-import.ts';
import { email } from '#server/effects/kinds/email.ts';
import { exchangeOrder } from '#server/effects/kinds/exchange-order.ts';
import { failureEmail } from '#server/effects/kinds/failure-email.ts';
import { staffEmail } from '#server/effects/kinds/staff-email.ts';
import { filingReminder } from '#server/effects/kinds/filing-reminder.ts';
import { giftCard } from '#server/effects/kinds/gift-card.ts';
import { label } from '#server/effects/kinds/label.ts';
import { labelRefund } from '#server/effects/kinds/label-refund.ts';
import { orderLink } from '#server/effects/kinds/order-link.ts';
import { orderTags } from '#server/effects/kinds/order-tags.ts';
import { packingSlip } from '#server/effects/kinds/packing-slip.ts';
import { paymentCapture, paymentHoldAgain, paymentRefund, paymentRelease } from '#server/effects/kinds/payment.ts';
import { refund } from '#server/effects/kinds/refund.ts';
import { backTest } from '#server/effects/kinds/back-test.ts';
import { reorder } from '#server/effects/kinds/reorder.ts';
import { report } from '#server/effects/kinds/report.ts';
import { restock } from '#server/effects/kinds/restock.ts';
import { returnExchange } from '#server/effects/kinds/return-exchange.ts';
import { registrationEmail } from '#server/effects/kinds/registration-email.ts';
import { shippingClaimEmail } from '#server/effects/kinds/shipping-claim-email.ts';
import { shippingMessage } from '#server/effects/kinds/shipping-message.ts';
import { shippingRefund } from '#server/effects/kinds/shipping-refund.ts';
import { releaseStock, reserveStock } from '#server/effects/kinds/stock.ts';
import { userEmail } from '#server/effects/kinds/user-email.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** How each kind of effect is carried out. */
export const effectKinds: Readonly<Record<KindName, EffectKind<EffectDeps>>> = {
  refund,
  giftCard,
  exchangeOrder,
  returnExchange,
  paymentCapture,
  paymentRefund,
  paymentRelease,
  paymentHoldAgain,
  reserveStock,
  releaseStock,
  restock,
  orderTags,
  label,
  labelRefund,
  packingSlip,
  email,
  failureEmail,
  staffEmail,
  autoFinalize,
  orderLink,
  report,
  dataImport,
  backTest,
  userEmail,
  registrationEmail,
  coverProduct,
  coverRefund,
  coverEmail,
  checkoutScript,
  shippingRefund,
  reorder,
  shippingClaimEmail,
  shippingMessage,
  filingReminder,
};

/** How the effect of that name is carried out; this version may not know it. */
export const kindNamed = (name: string): EffectKind<EffectDeps> | undefined =>
  Object.hasOwn(effectKinds, name) ? effectKinds[name as keyof typeof effectKinds] : undefined;
