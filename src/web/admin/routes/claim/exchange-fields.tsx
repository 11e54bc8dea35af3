import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RemainderMethod } from '#core/claims/goods-shapes.ts';
import { methodName } from '#core/claims/method-names.ts';
import { giftRemainder } from '#core/claims/gift-return.ts';
import { formatMoney } from '#core/money.ts';
import { isolated } from '../../../ui/bidi.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { variantsQuery } from '../../queries.ts';
import { approvalProblem, costOf, differenceOf, type WantedGoods } from './approval.ts';
import type { ApprovalForm } from './approval-form.ts';
import { ChosenGoods } from './chosen-goods.tsx';
import { ProductPicker } from './product-picker.tsx';
import { ProductVariants } from './variant-picker.tsx';

/** One variant of the same or of another product, how many of it, and what the difference in price does. */
export function ExchangeFields(form: ApprovalForm) {
  const { storeId, claim, line, approval, change } = form;
  const chosen = approval.exchange;
  const ownProduct = line.originalStoreOrderLineItem.productIdFromPlatform;
  const productId = chosen?.productIdFromPlatform ?? ownProduct;
  const isOther = productId !== ownProduct;
  const [place, setPlace] = useState<'own' | 'other'>(isOther || ownProduct === null ? 'other' : 'own');
  if (line.isExchangeSent) return chosen ? <p className="mg-p">{`Ordered: ${isolated(chosen.title)}`}</p> : null;
  const picker = {
    storeId,
    of: { claimId: claim.id, lineId: line.id },
    claim,
    line,
    chosen: chosen ? [chosen.variantIdFromPlatform] : [],
    onPick: (item: WantedGoods) => change({ exchange: { ...item, quantity: chosen?.quantity ?? line.quantity } }),
    onClear: () => change({ exchange: null }),
  };
  return (
    <>
      <SegmentedControl
        aria-label="Exchange for"
        fullWidth
        data={[
          { value: 'own', label: 'Same product', disabled: ownProduct === null },
          { value: 'other', label: 'Another product' },
        ]}
        value={place}
        onChange={(value) => setPlace(value === 'own' ? 'own' : 'other')}
      />
      {chosen && isOther ? (
        <ul className="mg-chosen" aria-label="To be sent">
          <li className="mg-chosen-item">
            <ChosenGoods item={chosen} />
            <span className="mg-muted">Chosen</span>
          </li>
        </ul>
      ) : null}
      {place === 'own' ? (
        <ProductVariants {...picker} productId={ownProduct} />
      ) : (
        <ProductPicker {...picker} leaveOut={ownProduct} />
      )}
      {chosen && line.quantity > 1 ? (
        <TypedNumberInput
          label="Quantity to send"
          description={`Up to ${line.quantity}, the quantity being returned.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={line.quantity}
          value={chosen.quantity}
          error={approvalProblem(approval, line)}
          onChange={(quantity) => change({ exchange: { ...chosen, quantity } })}
        />
      ) : null}
      {chosen && approvalProblem(approval, line) === null ? (
        <Difference {...form} item={chosen} productId={productId} />
      ) : null}
    </>
  );
}

/** Of a gift nothing is refunded, as it would go to the buyer; of goods sent ahead the item ends as an exchange alone. */
const remaindersOf = ({ isGiftReturn }: ApprovalForm['claim'], line: ApprovalForm['line']) =>
  RemainderMethod.options
    .filter((value) => !(isGiftReturn && value === 'refund'))
    .filter((value) => line.isExchangeSent || line.allowedMethods.includes(value))
    .map((value) => ({ value, label: methodName(value) }));

type DifferenceProps = ApprovalForm & { item: WantedGoods; productId: string | null };

function Difference({ storeId, claim, line, approval, change, item, productId }: DifferenceProps) {
  const { currencyCode } = claim;
  const { data: terms } = useQuery(variantsQuery(storeId, { claimId: claim.id, lineId: line.id }, productId));
  const difference = differenceOf(item, line, terms, currencyCode);
  if (difference === null) return null;
  const money = formatMoney({ amount: Math.abs(difference), currencyCode });
  const price = formatMoney({ amount: costOf(item, terms, currencyCode), currencyCode });
  const remainder = approval.remainder ?? terms?.remainderMethod ?? 'refund';
  if (difference > 0)
    return (
      <Notice tone="waiting">
        {isolated(item.title)} costs {price}: {money} more than the returned item.{' '}
        {claim.isGiftReturn
          ? 'Other items in the claim cover the difference first. The gift recipient pays nothing, so the rest is waived.'
          : "The customer's payment and other items in the claim cover the difference first. You'll see what's still owed before you finalize."}
      </Notice>
    );
  if (difference < 0)
    return (
      <NativeSelect
        label={`Refund the ${money} difference as`}
        description={`${isolated(item.title)} costs ${price}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={remaindersOf(claim, line)}
        value={claim.isGiftReturn ? giftRemainder(remainder) : remainder}
        onChange={(event) => change({ remainder: RemainderMethod.parse(event.currentTarget.value) })}
      />
    );
  return <Notice tone="neutral">Even exchange: no charge and no refund.</Notice>;
}
