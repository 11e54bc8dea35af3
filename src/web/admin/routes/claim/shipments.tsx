import { LABEL_PROVIDERS } from '#core/claims/label-providers.ts';
import { Button, Stack } from '@mantine/core';
import { IconBolt, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { cancelLabel, receiveShipment } from '#contract/merchant/claim-actions.ts';
import { quoteAndCreateShipment } from '#contract/merchant/shipments.ts';
import type { Address } from '#core/address.ts';
import { TRACKER_LABELS } from '#core/claims/shipment-shapes.ts';
import { eventPlace, isYetToBeSent, shippedBy, trackingLink } from '#core/claims/carriers.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CarrierIcon } from '../../../ui/carrier-icon.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { dayText } from '../../../ui/relative-date.ts';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { isOver, labelRefundLabels, parcelState } from './claim-words.ts';
import { shipmentOptionsQuery } from './claim-queries.ts';
import { useRights } from '../../me-query.ts';
import { WaiveReturn } from './payments.tsx';
import { ShipmentDialog } from './shipment-dialog.tsx';
import { RateErrors, ShipmentProblem } from './shipment-problem.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';
import { Why } from './why.tsx';

/** The parcels to the customer and of the way back, and the ways to make one more (C4.17). */
export function Shipments({ storeId, claim }: ClaimOnScreen) {
  const [isCreating, setCreating] = useState(false);
  const isCanceled = claim.claimLineItems.every((line) => line.canceledOn !== null);
  const making = claim.effects.filter(
    ({ kind, state }) => (kind === 'label' || kind === 'packingSlip') && (state === 'waiting' || state === 'running'),
  );
  return (
    <Section
      title="Shipments"
      action={
        <div className="mg-why-title">
          <Why storeId={storeId} claim={claim} about="shipments" />
          {isCanceled ? null : (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setCreating(true)}
            >
              Create shipment
            </Button>
          )}
        </div>
      }
    >
      {claim.claimOutboundShipments.map((shipment) => (
        <Shipment key={shipment.returnShipmentId} storeId={storeId} claim={claim} shipment={shipment} />
      ))}
      {claim.claimReturnShipments.length === 0 && making.length === 0 ? (
        <p className="mg-muted mg-p">No return shipment yet.</p>
      ) : null}
      {claim.claimReturnShipments.map((shipment) => (
        <Shipment key={shipment.returnShipmentId} storeId={storeId} claim={claim} shipment={shipment} />
      ))}
      {making.map((effect) => (
        <output key={effect.id} className="mg-muted">
          {effect.kind === 'label' ? 'Buying a shipping label.' : 'Creating a packing slip.'}
        </output>
      ))}
      {isOver(claim) || making.length > 0 ? null : <QuickShip storeId={storeId} claim={claim} />}
      <WaiveReturn
        storeId={storeId}
        claim={claim}
        isOffered={claim.canWaiveReturn && !claim.isInstantExchange && making.length === 0}
      />
      {isCreating ? <ShipmentDialog storeId={storeId} claim={claim} onClose={() => setCreating(false)} /> : null}
    </Section>
  );
}

/** No carrier makes a label, in their words. */
class NoLabel extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super('no label was made');
    this.reasons = reasons;
  }
}

/** One press: the cheapest label for the weight of the items, where a place takes such parcels and nothing was shipped. */
function QuickShip({ storeId, claim }: ClaimOnScreen) {
  const { mayFinalize } = useRights(storeId);
  const { data: options } = useQuery({
    ...shipmentOptionsQuery(storeId, claim.id, claim.version),
    enabled: mayFinalize && claim.claimReturnShipments.every((shipment) => shipment.canceledOn !== null),
  });
  const shipping = useClaimChange(
    { storeId, claim },
    async (way: { fromAddressId: string; toAddressId: string }, { params, version }) => {
      const made = await call(quoteAndCreateShipment, { params, body: { version, ...way } });
      // The claim on the screen stays as it is by then.
      if (made.kind === 'failure') throw new NoLabel(made.errors);
      return made.claim;
    },
  );
  const way = options?.quickShip;
  if (!mayFinalize || !way || claim.claimReturnShipments.some((shipment) => shipment.canceledOn === null)) return null;
  return (
    <div className="mg-quick-ship">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconBolt size={14} aria-hidden />}
        loading={shipping.isPending}
        onClick={() => shipping.mutate(way)}
      >
        Quick ship
      </Button>
      <span className="mg-muted">Buys the cheapest label for the items' weight.</span>
      {shipping.error instanceof NoLabel ? (
        <RateErrors errors={shipping.error.reasons} />
      ) : (
        <ShipmentProblem storeId={storeId} claim={claim} change={shipping} />
      )}
    </div>
  );
}

type OneShipment = ClaimOnScreen & { shipment: ClaimShown['claimReturnShipments'][number] };

function Shipment({ storeId, claim, shipment }: OneShipment) {
  const isLabel = shipment.returnShipmentType === 'Label';
  const { carrier, details, estimatedDeliveryDate, status } = shipment.tracker;
  const { name, trackingCode } = carrier;
  const which = whichOf(shipment);
  const deliveredOn = status === 'delivered' ? details.find((event) => event.status === 'delivered')?.date : undefined;
  return (
    <div className="mg-shipment">
      <div className="mg-shipment-head">
        <span>
          {shipment.isReturnShipment ? (isLabel ? 'Shipping Label' : 'Packing Slip') : 'Label to the customer'}
        </span>
        <StatusBadge status={parcelState(shipment)} />
      </div>
      {isLabel ? (
        <div className="mg-carrier">
          <CarrierIcon carrier={name} />
          <span>{shippedBy(name, shipment.service)}</span>
        </div>
      ) : null}
      <Price shipment={shipment} />
      {trackingCode ? (
        <div className="mg-copyable">
          <a className="mg-code" href={trackingLink({ ...carrier, carrier: name })} target="_blank" rel="noreferrer">
            {trackingCode}
          </a>
          <CopyButton text={trackingCode} label="Copy tracking code" />
        </div>
      ) : null}
      {shipment.labelRefund ? (
        <div>
          <StatusBadge status={labelRefundLabels[shipment.labelRefund]} />
        </div>
      ) : null}
      {estimatedDeliveryDate && !shipment.canceledOn && status !== 'delivered' ? (
        <div className="mg-muted">
          Estimated delivery <DateText date={estimatedDeliveryDate} isInSentence />
        </div>
      ) : null}
      <div className="mg-muted">{`To ${placeText(shipment.toAddress)}`}</div>
      {shipment.shipmentExpiresOn && !shipment.canceledOn && isYetToBeSent(status) ? (
        <div className="mg-muted">
          {/* The last of a UTC day, which is the day on the label. */}
          Ship by {dayText(shipment.shipmentExpiresOn.slice(0, 10))}
        </div>
      ) : null}
      {deliveredOn ? (
        <div className="mg-muted">
          Delivered <DateText date={deliveredOn} isInSentence />
        </div>
      ) : null}
      {shipment.inTransitOn ? (
        <div className="mg-muted">
          {status === 'delivered' ? 'Picked up' : 'In transit since'}{' '}
          <DateText date={shipment.inTransitOn} isInSentence />
        </div>
      ) : null}
      <div className="mg-muted">
        Created <DateText date={shipment.createdOn} isInSentence />
      </div>
      <div className="mg-links">
        {shipment.returnShipmentPdfAssetUrl ? (
          <a
            href={shipment.returnShipmentPdfAssetUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`${isLabel ? 'Open label' : 'Open packing slip'} ${which}`}
          >
            {isLabel ? 'Open label' : 'Open packing slip'}
          </a>
        ) : null}
        {shipment.qrCodeDetail?.url ? (
          <a href={shipment.qrCodeDetail.url} target="_blank" rel="noreferrer" aria-label={`Open QR code ${which}`}>
            Open QR code
          </a>
        ) : null}
      </div>
      <Receive storeId={storeId} claim={claim} shipment={shipment} />
      <CancelLabel storeId={storeId} claim={claim} shipment={shipment} />
      {details.length > 0 ? <Events details={details} /> : null}
    </div>
  );
}

/** What a label cost the store, and who sold it. */
function Price({ shipment: { rate, provider } }: Pick<OneShipment, 'shipment'>) {
  if (rate === null && provider === null) return null;
  return (
    <div className="mg-muted">
      {rate ? <MoneyText amount={rate.cost} currencyCode={rate.currency} /> : null}
      {rate && provider ? ' · ' : ''}
      {provider ? `Bought from ${LABEL_PROVIDERS[provider]}` : ''}
    </div>
  );
}

/** No carrier tells when the parcel of a packing slip has come. */
function Receive({ storeId, claim, shipment }: OneShipment) {
  const receiving = useClaimChange({ storeId, claim }, (_: null, { params, version }) =>
    call(receiveShipment, { params: { ...params, shipmentId: shipment.returnShipmentId }, body: { version } }),
  );
  if (
    !shipment.isReturnShipment ||
    shipment.canceledOn ||
    shipment.tracker.carrier.trackingCode ||
    shipment.tracker.status === 'delivered'
  )
    return null;
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        aria-label={`Mark as received: package ${whichOf(shipment)}`}
        loading={receiving.isPending}
        onClick={() => receiving.mutate(null)}
      >
        Mark as received
      </Button>
      <ChangeProblem storeId={storeId} claim={claim} change={receiving} />
    </div>
  );
}

/** An unused label goes back to its provider, and the customer no longer sees it. The question outlives the button. */
function CancelLabel(on: OneShipment) {
  const { shipment } = on;
  const [isAsking, setAsking] = useState(false);
  if (!shipment.canCancelLabel && !isAsking) return null;
  return (
    <div>
      {shipment.canCancelLabel ? (
        <Button
          variant="default"
          size="xs"
          aria-label={`Cancel label ${whichOf(shipment)}`}
          onClick={() => setAsking(true)}
        >
          Cancel label
        </Button>
      ) : null}
      {isAsking ? <CancelLabelDialog {...on} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function CancelLabelDialog({ shipment, onClose, ...shown }: OneShipment & { onClose: () => void }) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  const canceling = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) =>
      call(cancelLabel, { params: { ...params, shipmentId: shipment.returnShipmentId }, body: { version } }),
    onClose,
  );
  const { carrier } = shipment.tracker;
  const name = [shippedBy(carrier.name, shipment.service), carrier.trackingCode].filter(Boolean).join(' ');
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Cancel this label?"
      confirmLabel="Cancel label"
      cancelLabel="Keep label"
      onConfirm={() => canceling.mutate(null)}
      isBusy={canceling.isPending}
      isDestructive
    >
      <Stack gap="lg">
        <span>
          We'll void {name} with the carrier, which decides on a refund within a few weeks. The customer no longer sees
          it and shouldn't use it. We won't create another one automatically.
        </span>
        <ChangeProblem storeId={storeId} claim={claim} change={canceling} onRenewed={renew} />
      </Stack>
    </ConfirmDialog>
  );
}

const placeText = ({ company, firstName, lastName, city }: Address): string =>
  [company || `${firstName} ${lastName}`.trim(), city].filter(Boolean).join(', ');

/** Tells a shipment from the others of its claim, for those who don't see it. */
const whichOf = ({ tracker, toAddress }: OneShipment['shipment']): string =>
  tracker.carrier.trackingCode || `to ${placeText(toAddress)}`;

/** Where a parcel was seen, the latest first. */
function Events({ details }: Pick<ClaimShown['claimReturnShipments'][number]['tracker'], 'details'>) {
  // Of two events in the same second, the one reported later is later.
  const latestFirst = details.toReversed().sort((one, other) => other.date.localeCompare(one.date));
  return (
    <ol className="mg-events" aria-label="Tracking events">
      {latestFirst.map((event) => (
        <li key={`${event.date} ${event.message}`}>
          <span>{event.message || TRACKER_LABELS[event.status]}</span>
          <span className="mg-muted">
            <DateText date={event.date} />
            {eventPlace(event) ? ` · ${eventPlace(event)}` : ''}
          </span>
        </li>
      ))}
    </ol>
  );
}
