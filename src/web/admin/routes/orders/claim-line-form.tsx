import { Checkbox, NativeSelect, SegmentedControl, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LINE_MEDIA_MOST } from '#contract/merchant/claim-actions.ts';
import type { OrderLineShown, OrderShown } from '#contract/merchant/orders.ts';
import { methodName } from '#core/claims/method-names.ts';
import { formatMoney } from '#core/money.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import type { FieldErrors } from '../../field-errors.ts';
import { variantsQuery } from '../../queries.ts';
import { costOf, isWhole, type WantedGoods } from '../claim/approval.ts';
import { ChosenGoods } from '../claim/chosen-goods.tsx';
import { LinePicture } from '../claim/line-picture.tsx';
import { PhotoFields } from '../claim/photo-fields.tsx';
import { ProductPicker } from '../claim/product-picker.tsx';
import { hasFailed, isUploading, useUploads, type Uploads } from '../claim/use-uploads.ts';
import { ProductVariants } from '../claim/variant-picker.tsx';
import type { ClaimQuote } from './claim-quote.tsx';
import type { ClaimType } from '#core/claims/types.ts';
import { canSelect, differenceText, methodsOf, type LineDraft } from './creation.ts';

export type ClaimLineFormProps = {
  order: OrderShown;
  line: OrderLineShown;
  claimType: ClaimType;
  draft: LineDraft;
  errors: FieldErrors;
  /** What the server says of the claim as it stands; absent while that is not known. */
  quote: ClaimQuote['quote'];
  change: (part: Partial<LineDraft>) => void;
};

/** One line of the order: whether it is claimed, and then how many, why, how, with what to see. */
export function ClaimLineForm(props: ClaimLineFormProps) {
  const { order, line, claimType, draft, change } = props;
  const { methods, refusalText } = methodsOf(line, claimType);
  const isOpen = canSelect(line) && methods.length > 0;
  // Here, so that what was added to a line is still there when it is chosen again.
  const uploads = useUploads(order.storeId, { storeOrderId: order.id });
  const files = uploads.uploads;
  useEffect(() => {
    change({
      mediaIds: files.flatMap(({ media }) => (media ? [media.id] : [])),
      isUploading: isUploading(files),
      hasFailedFiles: hasFailed(files),
    });
    // Called again when a file arrives or is removed, not when the form renders again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [files]);
  return (
    <li className="mg-claim-line">
      <Checkbox.Card
        className="mg-claim-line-choice"
        withBorder={false}
        checked={draft.isSelected}
        disabled={!isOpen && !draft.isSelected}
        aria-label={line.name}
        onClick={() => change({ isSelected: !draft.isSelected })}
      >
        <Checkbox.Indicator />
        <LinePicture url={line.imgUrl} size={48} />
        <span className="mg-order-line-body">
          <bdi className="mg-order-line-name">{line.name}</bdi>
          {line.variantTitle ? <bdi className="mg-muted">{line.variantTitle}</bdi> : null}
          <span className="mg-muted">
            {refusalText ?? `${line.claimableQuantity} of ${line.quantity} can be claimed`}
          </span>
        </span>
        <MoneyText amount={line.paidTotal} currencyCode={order.currencyCode} />
      </Checkbox.Card>
      {draft.isSelected ? <LineFields {...props} uploads={uploads} /> : null}
    </li>
  );
}

function LineFields({
  order,
  line,
  claimType,
  draft,
  errors,
  quote,
  change,
  uploads,
}: ClaimLineFormProps & { uploads: Uploads }) {
  const errorOf = (field: string): string | undefined => errors[`lines.${line.idFromPlatform}.${field}`];
  const reasons = order.reasons.filter(({ id }) => line.claimReasons[claimType].includes(id));
  const reason = reasons.find((one) => one.id === draft.reasonId);
  const { methods } = methodsOf(line, claimType);
  return (
    <div className="mg-claim-line-fields">
      <div className="mg-field-row">
        <TypedNumberInput
          label="Quantity"
          min={1}
          max={line.claimableQuantity}
          value={draft.quantity}
          error={errorOf('quantity')}
          onChange={(quantity) => change({ quantity })}
        />
        <NativeSelect
          label="Reason"
          data={[
            { value: '', label: 'Choose a reason' },
            ...reasons.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.reasonId}
          error={errorOf('reasonId')}
          onChange={(event) => change({ reasonId: event.currentTarget.value, reasonDetailId: '' })}
        />
        {reason && reason.details.length > 0 ? (
          <NativeSelect
            label="Detail"
            data={[{ value: '', label: 'None' }, ...reason.details]}
            value={draft.reasonDetailId}
            onChange={(event) => change({ reasonDetailId: event.currentTarget.value })}
          />
        ) : null}
        <NativeSelect
          label="Resolution"
          data={methods.map((value) => ({ value, label: methodName(value) }))}
          value={draft.method}
          onChange={(event) => {
            const method = methods.find((one) => one === event.currentTarget.value);
            if (method) change({ method });
          }}
        />
      </div>
      {draft.method === 'variantExchange' ? (
        <ExchangeChoice {...{ order, line, draft, quote, change }} error={errorOf('exchange')} />
      ) : null}
      <Textarea
        label="Note"
        description="Optional. What the customer told you."
        maxLength={2000}
        dir="auto"
        autosize
        minRows={2}
        value={draft.comments}
        onChange={(event) => change({ comments: event.currentTarget.value })}
      />
      <PhotoFields {...uploads} most={LINE_MEDIA_MOST} error={errorOf('media')} />
    </div>
  );
}

type ExchangeProps = Pick<ClaimLineFormProps, 'order' | 'line' | 'draft' | 'quote' | 'change'> & {
  error: string | undefined;
};

function ExchangeChoice({ order, line, draft, quote, change, error }: ExchangeProps) {
  const chosen = draft.exchange;
  const [place, setPlace] = useState<'own' | 'other'>(
    chosen && chosen.productIdFromPlatform !== line.productIdFromPlatform ? 'other' : 'own',
  );
  const picker = {
    storeId: order.storeId,
    of: { storeOrderId: order.id, lineItemId: line.idFromPlatform },
    claim: order,
    line: draft,
    chosen: chosen ? [chosen.variantIdFromPlatform] : [],
    onPick: (exchange: WantedGoods) => change({ exchange }),
    onClear: () => change({ exchange: null }),
    isStockNeeded: true,
  };
  return (
    <div className="mg-exchange-choice">
      <SegmentedControl
        aria-label="Exchange for"
        fullWidth
        data={[
          { value: 'own', label: 'Same product' },
          { value: 'other', label: 'Another product' },
        ]}
        value={place}
        onChange={(value) => setPlace(value === 'own' ? 'own' : 'other')}
      />
      {chosen ? <ToBeSent {...{ order, line, draft, quote, chosen }} /> : null}
      {place === 'own' ? (
        <ProductVariants {...picker} productId={line.productIdFromPlatform} />
      ) : (
        <ProductPicker {...picker} leaveOut={line.productIdFromPlatform} />
      )}
      {error ? (
        <p className="mg-form-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

type ToBeSentProps = Pick<ClaimLineFormProps, 'order' | 'line' | 'draft' | 'quote'> & { chosen: WantedGoods };

/** What was chosen wherever it is looked for now, what it costs, and what that is more or less than comes back. */
function ToBeSent({ order: { id, storeId, currencyCode }, line, draft: { quantity }, quote, chosen }: ToBeSentProps) {
  const of = { storeOrderId: id, lineItemId: line.idFromPlatform };
  const { data: terms } = useQuery(variantsQuery(storeId, of, chosen.productIdFromPlatform));
  const cost =
    terms && isWhole(quantity, line.claimableQuantity)
      ? formatMoney({ amount: costOf({ ...chosen, quantity }, terms, currencyCode), currencyCode })
      : '';
  const told = ['Chosen', cost, differenceText(quote, line.idFromPlatform, currencyCode)];
  return (
    <ul className="mg-chosen" aria-label="To be sent">
      <li className="mg-chosen-item">
        <ChosenGoods item={chosen} />
        <span className="mg-muted">{told.filter(Boolean).join(' · ')}</span>
      </li>
    </ul>
  );
}
