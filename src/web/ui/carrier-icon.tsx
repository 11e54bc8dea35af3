import { IconTruck } from '@tabler/icons-react';
import { carrierOf, type CarrierIcon as Known } from '#core/claims/carriers.ts';

// The carriers' own colors; each pair keeps a contrast of at least 4.5.
const marks: Readonly<Record<Known, { text: string; fill: string; ink: string }>> = {
  fedex: { text: 'Fed', fill: '#4d148c', ink: '#ffffff' },
  usps: { text: 'USPS', fill: '#1f3a73', ink: '#ffffff' },
  ups: { text: 'ups', fill: '#4a2c16', ink: '#ffc400' },
  dhl: { text: 'DHL', fill: '#ffcc00', ink: '#b30009' },
};

/** A carrier's icon, shown next to its name: a small plate for the four big ones, a truck for others. */
export function CarrierIcon({ carrier }: { carrier: string }) {
  const { icon } = carrierOf(carrier);
  if (icon === null) return <IconTruck size={18} aria-hidden />;
  const { text, fill, ink } = marks[icon];
  return (
    <svg width={34} height={18} viewBox="0 0 34 18" aria-hidden focusable="false" data-carrier={icon}>
      <rect width={34} height={18} rx={3} fill={fill} />
      <text x={17} y={13} textAnchor="middle" fontSize={11} fontWeight={700} fontFamily="sans-serif" fill={ink}>
        {text}
      </text>
    </svg>
  );
}
