import { BackLink } from '../../../ui/back-link.tsx';

/** The way back to the list. */
export const BackToRegistrations = ({ storeId }: { storeId: number }) => (
  <BackLink to="/$storeId/registrations" params={{ storeId }}>
    Registrations
  </BackLink>
);
