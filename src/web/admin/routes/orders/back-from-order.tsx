import { BackLink, BackTo } from '../../../ui/back-link.tsx';

/** The page staff came from where they were sent here, else the lookup. */
export const BackFromOrder = ({ storeId, returnTo }: { storeId: number; returnTo: string | undefined }) =>
  returnTo === undefined ? (
    <BackLink to="/$storeId/orders/lookup" params={{ storeId }}>
      Order Lookup
    </BackLink>
  ) : (
    <BackTo href={returnTo}>Back</BackTo>
  );
