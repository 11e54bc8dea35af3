import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { isWhole, MAX_QUANTITY, VARIANT_CAP, type WantedGoods } from './approval.ts';
import type { ApprovalForm } from './approval-form.ts';
import { ChosenGoods } from './chosen-goods.tsx';
import { ProductPicker } from './product-picker.tsx';
import { ProductVariants } from './variant-picker.tsx';

/** What a replacement order sends: any variants of any products, each with its quantity. */
export function ReplacementFields({ storeId, claim, line, approval, change }: ApprovalForm) {
  const { replacements } = approval;
  const ownProduct = line.originalStoreOrderLineItem.productIdFromPlatform;
  const [isAnyProduct, setAnyProduct] = useState(ownProduct === null);
  const isFull = replacements.length >= VARIANT_CAP;
  const put = (items: readonly WantedGoods[]): void => change({ replacements: items });
  const drop = (variantId: string): void =>
    put(replacements.filter((item) => item.variantIdFromPlatform !== variantId));
  const picker = {
    storeId,
    of: { claimId: claim.id, lineId: line.id },
    claim,
    line,
    chosen: replacements.map((item) => item.variantIdFromPlatform),
    onPick: (item: WantedGoods) => put([...replacements, { ...item, quantity: line.quantity }]),
    onDrop: drop,
    isFull,
  };
  return (
    <>
      {replacements.length > 0 ? (
        <ul className="mg-chosen" aria-label="To be sent">
          {replacements.map((item) => (
            <ChosenItem
              key={item.variantIdFromPlatform}
              item={item}
              onQuantity={(quantity) =>
                put(
                  replacements.map((one) =>
                    one.variantIdFromPlatform === item.variantIdFromPlatform ? { ...one, quantity } : one,
                  ),
                )
              }
              onDrop={() => drop(item.variantIdFromPlatform)}
            />
          ))}
        </ul>
      ) : (
        <Notice tone="neutral">Choose what to send. It ships as a separate order at no charge.</Notice>
      )}
      {isFull ? <Notice tone="waiting">{`One order can have up to ${VARIANT_CAP} variants.`}</Notice> : null}
      {isAnyProduct ? (
        <ProductPicker {...picker} />
      ) : (
        <div>
          {/* Above the variants, so that it stays where it is while they load. */}
          <Button
            mb="sm"
            variant="transparent"
            c="var(--mg-link)"
            size="compact-sm"
            px={0}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAnyProduct(true)}
          >
            Choose from all products
          </Button>
          <ProductVariants {...picker} productId={ownProduct} />
        </div>
      )}
    </>
  );
}

type ChosenItemProps = { item: WantedGoods; onQuantity: (quantity: number) => void; onDrop: () => void };

function ChosenItem({ item, onQuantity, onDrop }: ChosenItemProps) {
  return (
    <li className="mg-chosen-item">
      <ChosenGoods item={item} />
      <TypedNumberInput
        aria-label={`Quantity of ${item.title}`}
        w={88}
        min={1}
        max={MAX_QUANTITY}
        value={item.quantity}
        error={isWhole(item.quantity, MAX_QUANTITY) ? null : `1 to ${MAX_QUANTITY}`}
        onChange={onQuantity}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${item.title}`} onClick={onDrop}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
