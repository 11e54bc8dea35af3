import { useSearch } from '@tanstack/react-router';
import { ClaimsList } from './claims-list.tsx';

export const ReturnClaims = () => <ClaimsList kind="Return" address={useSearch({ from: '/$storeId/claims/return' })} />;

export const WarrantyClaims = () => (
  <ClaimsList kind="Warranty" address={useSearch({ from: '/$storeId/claims/warranty' })} />
);
