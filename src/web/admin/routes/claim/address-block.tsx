import type { Address } from '#core/address.ts';
import { addressLines } from './address-lines.ts';

export function AddressBlock({ address }: { address: Address }) {
  return (
    <address className="mg-address mg-muted">
      {addressLines(address).map((line, index) => (
        <div key={index}>
          <bdi>{line}</bdi>
        </div>
      ))}
      {address.phone ? (
        <div>
          <bdi>{address.phone}</bdi>
        </div>
      ) : null}
    </address>
  );
}
