import { Button, NativeSelect, Radio, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { createShipment, quoteShipment, type shipmentOptions } from '#contract/merchant/shipments.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { isSamePlace } from '#core/claims/order-shipment.ts';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { useRights } from '../../me-query.ts';
import { hasCode, loadProblemText, problemText } from '../../problem-words.ts';
import { addressLines } from './address-lines.ts';
import { shipmentOptionsQuery } from './claim-queries.ts';
import { RateFields, type Quote } from './rate-fields.tsx';
import { RateErrors, ShipmentProblem } from './shipment-problem.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';

type Options = RouteAnswer<typeof shipmentOptions>;
type Method = 'Label' | 'Packing_Slip';
type Parcel = { fromAddressId: string; toAddressId: string; method: Method; weight: number };

/** A label in two steps, addresses and weight then the rate; a packing slip in one (C4.17, C5.08). */
export function ShipmentDialog({
  onClose,
  isToCustomer = false,
  ...shown
}: ClaimOnScreen & { onClose: () => void; isToCustomer?: boolean }) {
  const { renew, ...on } = useHeldClaim(shown);
  const { storeId, claim } = on;
  const { data: options, error, refetch } = useQuery(shipmentOptionsQuery(storeId, claim.id, claim.version));
  const [kept, keep] = useState<{ version: number; options: Options } | null>(null);
  // What is being chosen from changes under the hands only where the latest version of the claim was asked for.
  if (options && kept?.version !== claim.version) keep({ version: claim.version, options });
  const [isChanged, setChanged] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title={isToCustomer ? 'Send back to the customer' : 'Create shipment'}
      size="lg"
      isChanged={isChanged}
    >
      {(leave) =>
        kept ? (
          <Steps
            {...on}
            options={isToCustomer ? turned(kept.options) : kept.options}
            isToCustomer={isToCustomer}
            leave={leave}
            onChanged={() => setChanged(true)}
            onRenewed={renew}
            onMoved={async () => {
              const { data: latest } = await refetch();
              if (latest) keep({ version: claim.version, options: latest });
            }}
            onDone={onClose}
          />
        ) : error ? (
          <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />
        ) : (
          <DialogSkeleton height={240} />
        )
      }
    </Dialog>
  );
}

/** The way from a return location to the customer. */
const turned = (options: Options): Options => ({
  ...options,
  fromAddressId: options.toAddressId,
  toAddressId: options.fromAddressId,
});

type StepsProps = ClaimOnScreen & {
  options: Options;
  isToCustomer: boolean;
  leave: () => void;
  onChanged: () => void;
  onRenewed: (latest: ClaimShown) => void;
  /** An address is another than the one that is shown. */
  onMoved: () => Promise<void>;
  onDone: () => void;
};

function labelRefusal({ isLabelProviderConfigured }: Options, mayFinalize: boolean): string | null {
  if (!mayFinalize) return "This helpdesk can't buy labels. Sign in to Makegood to do it.";
  return isLabelProviderConfigured ? null : 'No shipping label provider is set up.';
}

function Steps({ storeId, claim, options, isToCustomer, leave, onChanged, onRenewed, onMoved, onDone }: StepsProps) {
  const { mayFinalize } = useRights(storeId);
  const whyNoLabel = labelRefusal(options, mayFinalize);
  const [parcel, setParcel] = useState<Parcel>(() => ({
    fromAddressId: options.fromAddressId ?? options.addresses[0]?.id ?? '',
    toAddressId: options.toAddressId ?? options.addresses.at(-1)?.id ?? '',
    method: whyNoLabel === null || isToCustomer ? 'Label' : 'Packing_Slip',
    weight: options.weightInOunces,
  }));
  const { fromAddressId, toAddressId } = parcel;
  const [rateId, setRateId] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const quoting = useMutation({
    mutationFn: (weightInOunces: number) =>
      call(quoteShipment, {
        params: { storeId, claimId: claim.id },
        body: { fromAddressId, toAddressId, weightInOunces },
      }),
    onSuccess: (quote) => {
      setRateId(null);
      setChoosing(quote.kind === 'success');
      // What was refused was for the rates before.
      creating.reset();
    },
  });
  const quote: Quote | null = quoting.data?.kind === 'success' ? quoting.data : null;
  const creating = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) =>
      call(createShipment, {
        params,
        body:
          parcel.method === 'Label'
            ? {
                version,
                returnShipmentType: 'Label',
                shipmentIdFromPlatform: quote?.shipmentIdFromPlatform ?? '',
                rate: { id: rateId ?? '' },
              }
            : { version, returnShipmentType: 'Packing_Slip', fromAddressId, toAddressId },
      }),
    onDone,
  );
  const problem = isToCustomer && whyNoLabel !== null ? whyNoLabel : parcelProblem(parcel, options);
  const isLabel = parcel.method === 'Label';
  const submit = (): void => {
    if (problem || quoting.isPending || creating.isPending) return;
    if (!isLabel || (isChoosing && rateId !== null)) creating.mutate(null, { onError: backIfMoved });
    else if (!isChoosing) quoting.mutate(parcel.weight);
  };
  const backIfMoved = (error: Error): void => {
    if (!hasCode(error, 'QUOTE_UNKNOWN')) return;
    setChoosing(false);
    void onMoved();
  };
  const change = (part: Partial<Parcel>): void => {
    setParcel({ ...parcel, ...part });
    if (quoting.data) quoting.reset();
    onChanged();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg">
        {isChoosing && quote ? (
          <RateFields quote={quote} rateId={rateId} onRate={setRateId} />
        ) : (
          <ParcelFields
            parcel={parcel}
            options={options}
            whyNoLabel={whyNoLabel}
            isLabelOnly={isToCustomer}
            problem={problem}
            onChange={change}
          />
        )}
        {quoting.data?.kind === 'failure' ? <RateErrors errors={quoting.data.errors} /> : null}
        {quoting.error ? <RateErrors errors={[problemText(quoting.error)]} /> : null}
        <ShipmentProblem
          storeId={storeId}
          claim={claim}
          change={creating}
          onRenewed={(latest) => {
            // The rates were asked for the claim as it was.
            quoting.reset();
            setChoosing(false);
            onRenewed(latest);
          }}
        />
      </Stack>
      <div className="mg-dialog-actions">
        {isChoosing ? (
          <Button variant="default" onClick={() => setChoosing(false)}>
            Back
          </Button>
        ) : (
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          loading={quoting.isPending || creating.isPending}
          disabled={problem !== null || (isChoosing && rateId === null)}
        >
          {isLabel ? (isChoosing ? 'Buy label' : 'Next') : 'Create packing slip'}
        </Button>
      </div>
    </form>
  );
}

function parcelProblem({ fromAddressId, toAddressId, method, weight }: Parcel, options: Options): string | null {
  const from = options.addresses.find(({ id }) => id === fromAddressId);
  const to = options.addresses.find(({ id }) => id === toAddressId);
  if (!from || !to) return 'Add a return location in Settings first.';
  if (from === to || isSamePlace(from.address, to.address)) return 'The from and to addresses are the same.';
  return method === 'Label' && !(Number.isInteger(weight) && weight >= 1)
    ? 'Enter the weight in whole ounces, at least 1.'
    : null;
}

type FieldsProps = {
  parcel: Parcel;
  options: Options;
  /** Null where a label can be bought. */
  whyNoLabel: string | null;
  isLabelOnly: boolean;
  problem: string | null;
  onChange: (part: Partial<Parcel>) => void;
};

function ParcelFields({ parcel, options, whyNoLabel, isLabelOnly, problem, onChange }: FieldsProps) {
  const choices = options.addresses.map(({ id, name, address }) => ({
    value: id,
    label: [name, ...addressLines(address).slice(1)].join(', '),
  }));
  return (
    <>
      <NativeSelect
        label="From"
        data={choices}
        value={parcel.fromAddressId}
        onChange={(event) => onChange({ fromAddressId: event.currentTarget.value })}
        data-autofocus
      />
      <NativeSelect
        label="To"
        data={choices}
        value={parcel.toAddressId}
        onChange={(event) => onChange({ toAddressId: event.currentTarget.value })}
      />
      {isLabelOnly ? null : (
        <Radio.Group
          label="Method"
          value={parcel.method}
          onChange={(method) => onChange({ method: method === 'Label' ? 'Label' : 'Packing_Slip' })}
        >
          <Stack gap="xs" mt={4}>
            <Radio
              value="Label"
              label="Shipping Label"
              disabled={whyNoLabel !== null}
              description={whyNoLabel ?? 'You pay for shipping. You choose the rate next.'}
            />
            <Radio value="Packing_Slip" label="Packing Slip" description="The customer pays for shipping." />
          </Stack>
        </Radio.Group>
      )}
      {parcel.method === 'Label' ? (
        <TypedNumberInput
          label="Weight in ounces"
          description="Based on the item weights. Adjust it for a heavier box."
          min={1}
          max={99_999}
          value={parcel.weight}
          onChange={(weight) => onChange({ weight })}
        />
      ) : null}
      {problem ? <Notice tone="waiting">{problem}</Notice> : null}
    </>
  );
}
