import type { Asked, AskedLine, Bought, BoughtLine, Rules, Windows } from './story.ts';

// Which claims could be made at all, by docs/decisions/0016, written independently.

const DAY_MS = 86_400_000;

/** Store credit has the window of gift cards. What is spent at once is not looked at. */
function windowOf({ asked, isShopNow }: AskedLine): keyof Windows | null {
  if (isShopNow) return null;
  if (asked === 'refund') return 'refund';
  if (asked === 'giftCard' || asked === 'storeCredit') return 'giftCard';
  return asked === 'variantExchange' ? 'exchange' : null;
}

/** Days from delivery for which a way is open for an item: as the first automation about it says, else as the settings do. */
function daysOf({ windows, automations }: Rules, way: keyof Windows, { sku }: BoughtLine): number {
  const [ruled] = automations
    .filter(({ windows: own, sku: only }) => own !== null && own[way] !== null && (only === null || only === sku))
    .toSorted((one, other) => one.priority - other.priority || one.id - other.id);
  return ruled?.windows?.[way] ?? windows[way] ?? Infinity;
}

/** What is wrong with the windows, and how many were looked at that automations may have changed. */
export type Looked = { wrong: string[]; ruled: number };

/** What shoppers asked for was open when they did. The law, a warranty and staff are not bound by it. */
export function windowsOf(order: Bought, claim: Asked): Looked {
  const looked: Looked = { wrong: [], ruled: 0 };
  if (claim.isWarranty || claim.isWithdrawal || claim.isByStaff || order.isRegistered) return looked;
  for (const line of claim.lines) {
    const bought = order.lines.find(({ id }) => id === line.lineId);
    const way = windowOf(line);
    if (!bought || way === null || bought.deliveredOn === null) continue;
    // The last day is not over everywhere at the same time.
    const age = (Date.parse(claim.createdOn) - Date.parse(bought.deliveredOn)) / DAY_MS - 1;
    const days = claim.possibleRules.map((rules) => daysOf(rules, way, bought));
    if (
      claim.possibleRules.some(({ automations }) =>
        automations.some(({ windows }) => (windows?.[way] ?? null) !== null),
      )
    )
      looked.ruled += 1;
    if (days.every((most) => most === 0 || age > most))
      looked.wrong.push(`${claim.name}: ${line.asked} was taken for line ${line.id} after ${days.join(' or ')} days`);
  }
  return looked;
}
