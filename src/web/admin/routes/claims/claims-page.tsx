import { useParams, useSearch } from '@tanstack/react-router';
import { listAddress } from '../../lists/list-address.ts';
import { CLAIMS } from './claim-places.ts';
import { ClaimsList } from './claims-list.tsx';

/** The list of the type of claims that the address names. */
export function ClaimsPage() {
  const { type } = useParams({ from: CLAIMS });
  const address = useSearch({
    from: CLAIMS,
    select: (search) => listAddress(type, search),
    structuralSharing: true,
  });
  return <ClaimsList key={type} kind={type} address={address} />;
}
