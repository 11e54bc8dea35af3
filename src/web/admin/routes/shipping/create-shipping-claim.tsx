import { Button, Checkbox, NativeSelect, NumberInput, Radio, Skeleton, Stack, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { call } from '#contract/client.ts';
import type { OrderShown } from '#contract/merchant/orders.ts';
import { createShippingClaim, type shippingOrder } from '#contract/merchant/shipping-claims.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { SHIPPING_REASONS, ShippingReason } from '#core/protection/reasons.ts';
import { ShippingMethod } from '#core/protection/shipping-claim.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { addressLines } from '../claim/address-lines.ts';
import { EmailChoice } from '../claim/email-choice.tsx';
import { LinePicture } from '../claim/line-picture.tsx';
import { useCreationGuard } from '../orders/use-creation-guard.ts';
import { shippingOrderQuery } from './shipping-queries.ts';

type Claimable = RouteAnswer<typeof shippingOrder>;
type Props = { order: OrderShown; returnTo: string | undefined };

/** Staff file a claim of shipping protection (C2.23, C5.11); name and email are those of the order. */
export function CreateShippingClaim({ order, returnTo }: Props) {
  const { storeId, id } = order;
  const { data, error, refetch } = useQuery(shippingOrderQuery(storeId, id));
  // What is being typed stays when asking again fails.
  if (error && !data) return <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  if (data.whyNot === 'SHIPPING_CLAIM_EXISTS' && data.existing)
    return (
      <Section title="Shipping Claim Already Exists">
        <p className="mg-p">
          Claim{' '}
          <Link to="/$storeId/claims/shipping/$shippingClaimId" params={{ storeId, shippingClaimId: data.existing.id }}>
            {data.existing.externalId}
          </Link>{' '}
          of this order isn't completed yet. Finalize it, or wait until its reorder is made, before you file another
          one.
        </p>
      </Section>
    );
  if (data.whyNot !== null)
    return (
      <Section title="Shipping Claim Not Available">
        <p className="mg-p">This order wasn't bought with shipping protection.</p>
      </Section>
    );
  if (data.lineItems.length === 0)
    return (
      <Section title="Line Items">
        <p className="mg-p">Nothing of this order was sent, or all of it is part of other claims.</p>
      </Section>
    );
  return <ShippingForm order={order} claimable={data} returnTo={returnTo} />;
}

const NO_ITEM = 'Must select at least one line item.';

function ShippingForm({ order, claimable, returnTo }: Props & { claimable: Claimable }) {
  const { storeId } = order;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [units, setUnits] = useState<Readonly<Record<string, number>>>({});
  const [reason, setReason] = useState<ShippingReason>('Lost');
  const [resolutionMethod, setMethod] = useState<ShippingMethod>('Refund');
  const [noteFromMerchant, setNote] = useState('');
  const [wantsEmail, setWantsEmail] = useState(true);
  const hasEmail = claimable.customerEmail !== '';
  const notifyCustomer = wantsEmail && hasEmail;
  const [isJudged, setJudged] = useState(false);
  const [requestKey] = useState(() => crypto.randomUUID());
  const lineItems = Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([idFromPlatform, quantity]) => ({ idFromPlatform, quantity }));
  const making = useMutation({
    mutationFn: () =>
      call(createShippingClaim, {
        params: { storeId },
        body: {
          requestKey,
          originalStoreOrderId: order.id,
          reason,
          resolutionMethod,
          noteFromMerchant,
          notifyCustomer,
          lineItems,
        },
      }),
    onError: () => void client.invalidateQueries({ queryKey: ['shipping-order', storeId] }),
    onSuccess: ({ id: shippingClaimId }) => {
      void client.invalidateQueries({ queryKey: ['order', storeId] });
      void client.invalidateQueries({ queryKey: ['orders', storeId] });
      void client.invalidateQueries({ queryKey: ['rows', storeId] });
      const options = { replace: true, ignoreBlocker: true };
      void (returnTo === undefined
        ? navigate({
            to: '/$storeId/claims/shipping/$shippingClaimId',
            params: { storeId, shippingClaimId },
            ...options,
          })
        : navigate({ href: returnTo, ...options }));
    },
  });
  const leaveQuestion = useCreationGuard((lineItems.length > 0 || noteFromMerchant !== '') && !making.isSuccess);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (lineItems.length > 0 && !making.isPending && !making.isSuccess) making.mutate();
  };
  const address = claimable.shippingAddress ? addressLines(claimable.shippingAddress).join(', ') : '';
  return (
    <form className="mg-creation" noValidate onSubmit={submit} aria-label="Shipping claim">
      <Section title="Line Items">
        {isJudged && lineItems.length === 0 ? (
          <p className="mg-form-error" role="alert" tabIndex={-1}>
            {NO_ITEM}
          </p>
        ) : null}
        <ul className="mg-order-lines" aria-label="Line items">
          {claimable.lineItems.map((line) => (
            <li key={line.idFromPlatform} className="mg-order-line">
              <LinePicture url={line.imgUrl} />
              <div className="mg-order-line-body">
                <Checkbox
                  label={line.name}
                  checked={(units[line.idFromPlatform] ?? 0) > 0}
                  onChange={(event) =>
                    setUnits({ ...units, [line.idFromPlatform]: event.currentTarget.checked ? line.quantity : 0 })
                  }
                />
                {line.variantTitle ? <bdi className="mg-muted">{line.variantTitle}</bdi> : null}
                {line.sku ? <span className="mg-muted">{line.sku}</span> : null}
              </div>
              <div className="mg-order-line-sum">
                <MoneyText amount={line.unitAmount} currencyCode={claimable.currencyCode} />
                {line.quantity > 1 && (units[line.idFromPlatform] ?? 0) > 0 ? (
                  <NumberInput
                    aria-label={`Quantity of ${line.name}`}
                    w={84}
                    min={1}
                    max={line.quantity}
                    clampBehavior="strict"
                    allowDecimal={false}
                    value={units[line.idFromPlatform] ?? 1}
                    onChange={(value) => setUnits({ ...units, [line.idFromPlatform]: Number(value) || 1 })}
                  />
                ) : (
                  <span className="mg-muted">of {line.quantity}</span>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="What happened">
        <Stack gap="md">
          <NativeSelect
            label="Reason"
            data={ShippingReason.options.map((value) => ({ value, label: SHIPPING_REASONS[value].label }))}
            value={reason}
            onChange={(event) => setReason(ShippingReason.parse(event.currentTarget.value))}
          />
          <Radio.Group
            label="The customer would like"
            value={resolutionMethod}
            onChange={(value) => setMethod(ShippingMethod.parse(value))}
          >
            <Stack gap="sm" mt="sm">
              <Radio value="Refund" label="A refund" />
              <Radio value="Reorder" label="The items again" />
            </Stack>
          </Radio.Group>
          <Textarea
            label="Note"
            description="Only your team sees it."
            maxLength={2000}
            dir="auto"
            autosize
            minRows={2}
            value={noteFromMerchant}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
      </Section>
      <Section title="Customer">
        <Stack gap="sm">
          <div>
            {[claimable.customerName || 'No name', claimable.customerEmail || 'No email', address || 'No address'].map(
              (text) => (
                <div key={text}>
                  <bdi>{text}</bdi>
                </div>
              ),
            )}
          </div>
          <EmailChoice
            label="Email the customer that the claim was filed"
            hasEmail={hasEmail}
            noEmail="The order has no email address, so no email is sent."
            isNotifying={notifyCustomer}
            onChange={setWantsEmail}
          />
        </Stack>
      </Section>
      {making.error ? <Notice tone="bad">{problemText(making.error)}</Notice> : null}
      <div className="mg-creation-actions">
        <Button type="submit" loading={making.isPending || making.isSuccess}>
          Create shipping claim
        </Button>
      </div>
      {leaveQuestion}
    </form>
  );
}
