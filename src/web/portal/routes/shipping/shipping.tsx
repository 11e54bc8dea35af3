import { ConfirmReorder } from './confirm-reorder.tsx';
import { FileShippingClaim } from './file-claim.tsx';
import { ShippingOverview } from './shipping-overview.tsx';

type Props = { slug: string } & ({ order: string } | { claim: string } | { reorder: number; token: string });

/** The screens of claims of shipping protection, loaded together: one is filed, followed, or its address confirmed. */
export function Shipping({ slug, ...at }: Props) {
  if ('order' in at) return <FileShippingClaim slug={slug} idFromPlatform={at.order} />;
  if ('claim' in at) return <ShippingOverview slug={slug} externalId={at.claim} />;
  return <ConfirmReorder slug={slug} shippingClaimId={at.reorder} token={at.token} />;
}
