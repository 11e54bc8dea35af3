import type { Shipment, State, TrackerStatus } from './state.ts';

const MOVES: { status: TrackerStatus; label: string }[] = [
  { status: 'in_transit', label: 'In transit' },
  { status: 'out_for_delivery', label: 'Out for delivery' },
  { status: 'delivered', label: 'Delivered' },
  { status: 'return_to_sender', label: 'Return to sender' },
  { status: 'failure', label: 'Failure' },
];

/** All shipments, newest first, each with the buttons that move its parcel. */
export function shipmentsPage(state: State): string {
  const rows = state.shipments.toReversed().map((shipment) => rowOf(state, shipment));
  return page(
    'EasyPost sandbox',
    `<h1>EasyPost sandbox</h1><p>${state.shipments.length} shipments. Moving a parcel sends the signed webhook the carrier's scan would cause, and so does a refund that goes through; the carrier takes two weeks over one, here you decide.</p>
<table><thead><tr><th>Shipment</th><th>Parcel goes from</th><th>to</th><th>Label</th><th>Status</th><th>Move the parcel</th><th>Refund</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

/** What a shopper sees who follows the tracking link. */
export function trackingPage(state: State, trackingCode: string): string | null {
  const tracker = state.trackers.findLast(({ tracking_code }) => tracking_code === trackingCode);
  if (!tracker) return null;
  const details = tracker.tracking_details
    .toReversed()
    .map(
      (detail) =>
        `<li><time>${escape(detail.datetime)}</time> ${escape(detail.message)} ${escape(detail.tracking_location.city ?? '')}</li>`,
    );
  return page(
    `Tracking ${trackingCode}`,
    `<h1>${escape(tracker.carrier)} ${escape(trackingCode)}</h1><p>Status: <strong>${escape(tracker.status)}</strong></p><ol reversed>${details.join('')}</ol>`,
  );
}

function rowOf(state: State, shipment: Shipment): string {
  const [from, to] = shipment.is_return
    ? [shipment.to_address, shipment.from_address]
    : [shipment.from_address, shipment.to_address];
  const status = state.trackers.find(({ id }) => id === shipment.tracker)?.status ?? 'not bought';
  const label = shipment.postage_label
    ? `<a href="${escape(shipment.postage_label.label_url)}">${escape(shipment.tracking_code ?? '')}</a>`
    : 'none';
  const qr = shipment.forms.find(({ form_type }) => form_type === 'label_qr_code');
  const qrLink = qr ? ` <a href="${escape(qr.form_url)}">QR code</a>` : '';
  return `<tr><td>${escape(shipment.reference ?? shipment.id)}<br><small>${escape(shipment.created_at)}</small></td>
<td>${escape(from.name ?? from.company ?? '')}</td><td>${escape(to.name ?? to.company ?? '')}</td>
<td>${label}${qrLink}</td><td>${escape(status)}</td><td>${shipment.tracking_code ? buttons(shipment.tracking_code) : ''}</td><td>${refundOf(shipment)}</td></tr>`;
}

const buttons = (trackingCode: string): string =>
  `<form method="post" action="/_control/track"><input type="hidden" name="tracking_code" value="${escape(trackingCode)}">${MOVES.map(
    ({ status, label }) => `<button name="status" value="${status}">${label}</button>`,
  ).join(' ')}</form>`;

function refundOf({ refund_status, tracking_code }: Shipment): string {
  if (refund_status !== 'submitted') return escape(refund_status ?? '');
  return `submitted <form method="post" action="/_control/refund"><input type="hidden" name="tracking_code" value="${escape(tracking_code ?? '')}"><button name="status" value="refunded">Refund it</button> <button name="status" value="rejected">Reject it</button></form>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1b1f}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #ddd;vertical-align:top}button{margin:.1rem}</style></head><body>${body}</body></html>`;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
