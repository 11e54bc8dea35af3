import { TEST_CARDS } from './cards.ts';
import { amountText } from './refunds.ts';
import { nowOf, type Charge, type Event, type PaymentIntent, type State } from './state.ts';

const HOUR = 60 * 60;
const STEPS = [
  { seconds: HOUR, label: 'one hour' },
  { seconds: 24 * HOUR, label: 'one day' },
  { seconds: 7 * 24 * HOUR, label: 'a week' },
];

/** The page people look at: every payment, what became of it, and the clock. */
export function paymentsPage(state: State): string {
  const rows = state.intents.toReversed().map((intent) => rowOf(state, intent));
  const events = state.events.toReversed().slice(0, 50).map(eventRow);
  const steps = STEPS.map(({ seconds, label }) => `<button name="seconds" value="${seconds}">${label}</button>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stripe sandbox</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1b1f}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #ddd;vertical-align:top}button{margin:.1rem}td.number{text-align:right;white-space:nowrap}</style></head><body>
<h1>Stripe sandbox</h1>
<p>${state.intents.length} payments. The clock here says ${escape(timeText(nowOf(state)))}.</p>
<form method="post" action="/_control/clock"><p>Move the clock forward by ${steps.join(' ')} so that holds lapse.</p></form>
<table><thead><tr><th>Payment</th><th>For</th><th>Amount</th><th>Status</th><th>Taken</th><th>Given back</th><th>Hold ends</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<h2>Events</h2><table><thead><tr><th>Time</th><th>Type</th><th>Delivery</th><th>Attempts</th></tr></thead><tbody>${events.join('')}</tbody></table>
<h2>Test cards</h2><table><thead><tr><th>Number</th><th>Brand</th><th>What happens</th></tr></thead><tbody>${cardRows()}</tbody></table></body></html>`;
}

function rowOf(state: State, intent: PaymentIntent): string {
  const charge = state.charges.find(({ id }) => id === intent.latest_charge);
  const money = (amount: number): string => escape(amountText(amount, intent.currency));
  const reason = intent.cancellation_reason ?? intent.last_payment_error?.message ?? '';
  return `<tr><td>${escape(intent.id)}<br><small>${escape(timeText(intent.created))}</small></td><td>${escape(intent.description ?? '')}<br><small>${escape(intent.metadata['purposeKey'] ?? '')}</small></td>
<td class="number">${money(intent.amount)}</td><td>${escape(intent.status)}<br><small>${escape(reason)}</small></td>
<td class="number">${money(intent.amount_received)}</td><td class="number">${charge?.captured ? money(givenBack(charge)) : ''}</td>
<td>${charge && charge.capture_before !== null && intent.status === 'requires_capture' ? `${escape(timeText(charge.capture_before))} ${lapseButton(intent)}` : ''}</td></tr>`;
}

/** An uncaptured amount is no refund. */
const givenBack = (charge: Charge): number => charge.amount_refunded - (charge.amount - charge.amount_captured);

const lapseButton = ({ id }: PaymentIntent): string =>
  `<form method="post" action="/_control/lapse"><input type="hidden" name="payment_intent" value="${escape(id)}"><button>Let it lapse</button></form>`;

const eventRow = (event: Event): string =>
  `<tr><td>${escape(timeText(event.created))}</td><td>${escape(event.type)}</td><td>${event.delivery.state}</td><td>${event.delivery.attempts}</td></tr>`;

const cardRows = (): string =>
  Object.entries(TEST_CARDS)
    .map(([number, { brand, behavior }]) => {
      const what =
        behavior.kind === 'declines'
          ? behavior.message
          : behavior.kind === 'approves'
            ? 'Approved'
            : behavior.kind === 'authenticatesAlways'
              ? 'The shopper must authenticate, every time'
              : 'The shopper must authenticate, unless the card was kept before';
      return `<tr><td>${number}</td><td>${brand}</td><td>${escape(what)}</td></tr>`;
    })
    .join('');

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
