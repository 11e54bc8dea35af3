import { lookUnderKey } from '../idempotency.ts';
import { variantOfItem } from '../lookup.ts';
import { gid, nextId, numberOf, type InventoryAdjustment } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { announceProduct, isoNow } from './announce.ts';

type Change = {
  inventoryItemId: string;
  locationId: string;
  delta: number;
  changeFromQuantity?: number | null;
  ledgerDocumentUri?: string | null;
};
type Input = { name: string; reason: string; referenceDocumentUri?: string | null; changes: Change[] };
type Problem = { field: string[] | null; code: string; message: string };

const NAMES = ['available', 'damaged', 'quality_control', 'reserved', 'safety_stock', 'incoming'];
const REASONS = ['correction', 'cycle_count_available', 'damaged', 'other', 'received', 'restock', 'shrinkage'];

/** inventoryAdjustQuantities, once per idempotency key. */
export function adjustQuantities(context: Context, input: Input): View {
  const { shop } = context;
  const looked = lookUnderKey(context, input);
  if ('message' in looked) return refusedWith([{ field: null, ...looked }]);
  const { key, fingerprint, known } = looked;
  const before = shop.inventoryAdjustments.find(({ id }) => id === known?.resultId);
  if (before !== undefined) return answered(before);
  const problems = problemsOf(context, input);
  if (problems.length > 0) return refusedWith(problems);
  for (const { inventoryItemId, delta } of input.changes) adjust(context, inventoryItemId, input.name, delta);
  const made: InventoryAdjustment = {
    id: nextId(shop),
    createdAt: isoNow(),
    name: input.name,
    reason: input.reason,
    reference: input.referenceDocumentUri ?? null,
    changes: input.changes.map(({ inventoryItemId, delta }) => ({
      inventoryItemId: numberOf(inventoryItemId, 'InventoryItem') ?? 0,
      delta,
    })),
  };
  shop.inventoryAdjustments.push(made);
  shop.idempotency[key] = { fingerprint, resultId: made.id, orderId: null };
  return answered(made);
}

function adjust(context: Context, inventoryItemId: string, name: string, delta: number): void {
  const found = variantOfItem(context.shop, numberOf(inventoryItemId, 'InventoryItem'));
  if (found === undefined) return;
  const { quantities } = found.variant;
  for (const each of name === 'incoming' ? [name] : [name, 'on_hand'])
    quantities[each] = (quantities[each] ?? 0) + delta;
  announceProduct(context, found.product);
}

function problemsOf(context: Context, { name, reason, changes }: Input): Problem[] {
  const { shop } = context;
  if (!NAMES.includes(name))
    return [{ field: ['input', 'name'], code: 'INVALID_QUANTITY_NAME', message: 'The quantity name is not valid.' }];
  if (!REASONS.includes(reason))
    return [{ field: ['input', 'reason'], code: 'INVALID_REASON', message: 'The reason is not valid.' }];
  return changes.flatMap((change, index): Problem[] => {
    const problem = (field: string, code: string, message: string): Problem => ({
      field: ['input', 'changes', String(index), field],
      code,
      message,
    });
    const found = variantOfItem(shop, numberOf(change.inventoryItemId, 'InventoryItem'));
    if (found === undefined)
      return [problem('inventoryItemId', 'INVALID_INVENTORY_ITEM', 'The inventory item could not be found.')];
    if (!found.variant.tracked)
      return [problem('inventoryItemId', 'NON_MUTABLE_INVENTORY_ITEM', 'The inventory item is not tracked.')];
    if (numberOf(change.locationId, 'Location') !== shop.locationId)
      return [problem('locationId', 'INVALID_LOCATION', 'The location could not be found.')];
    const ledger = change.ledgerDocumentUri ?? null;
    if (name === 'available' && ledger !== null)
      return [problem('ledgerDocumentUri', 'INVALID_AVAILABLE_DOCUMENT', 'Available has no ledger document.')];
    if (name !== 'available' && (ledger === null || ledger.startsWith('gid://shopify/')))
      return [problem('ledgerDocumentUri', 'INVALID_LEDGER_DOCUMENT', 'A ledger document is required.')];
    if (change.changeFromQuantity === undefined)
      return [problem('changeFromQuantity', 'CHANGE_FROM_QUANTITY_STALE', 'changeFromQuantity is required.')];
    if (change.changeFromQuantity !== null && change.changeFromQuantity !== (found.variant.quantities[name] ?? 0))
      return [problem('changeFromQuantity', 'CHANGE_FROM_QUANTITY_STALE', 'The quantity has changed.')];
    return [];
  });
}

const answered = ({ id, createdAt, reason, reference }: InventoryAdjustment): View => ({
  inventoryAdjustmentGroup: {
    __typename: 'InventoryAdjustmentGroup',
    id: gid('InventoryAdjustmentGroup', id),
    createdAt,
    reason,
    referenceDocumentUri: reference,
  },
  userErrors: [],
});

const refusedWith = (userErrors: Problem[]): View => ({ inventoryAdjustmentGroup: null, userErrors });
