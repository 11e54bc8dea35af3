import { closeDispute, openDispute } from './disputes.ts';
import { ApiError, invalid, missing, unknownUrl } from './errors.ts';
import { FAULT_MODES, type Fault } from './faults.ts';
import { parseForm } from './form.ts';
import { lapseHolds } from './payments.ts';
import type { Dispute } from './state.ts';
import type { World } from './world.ts';

type Answer = { status: number; json: unknown; redirect?: boolean };

/**
 * The switches. faults: what the next calls run into. clock: {seconds} forward. holds: {brand or 'default': seconds}
 * for the holds made from now on. lapse: {payment_intent} whose hold ends now. dispute: {payment_intent} that the
 * cardholder disputes; with {outcome: 'won' or 'lost'}, the bank decides it. JSON, or a form of our page.
 */
export function control(
  world: World,
  method: string,
  path: string,
  body: string,
  contentType: string | undefined,
): Answer {
  const isFromPage = contentType?.startsWith('application/x-www-form-urlencoded') === true;
  const given = isFromPage ? parseForm(body) : parseJson(body);
  const answer = actOn(world, `${method} ${path}`, given);
  if (answer === null) throw unknownUrl(method, path);
  return isFromPage ? { ...answer, redirect: true } : answer;
}

function actOn(world: World, call: string, given: Readonly<Record<string, unknown>>): Answer | null {
  switch (call) {
    case 'POST /_control/faults': {
      const fault = faultOf(given);
      world.faults.add(fault);
      return { status: 201, json: fault };
    }
    case 'DELETE /_control/faults':
      world.faults.clear();
      return { status: 200, json: { cleared: true } };
    case 'POST /_control/clock':
      world.state.clockOffsetSeconds += secondsOf(given['seconds']);
      lapseHolds(world);
      return { status: 200, json: { now: world.now() } };
    case 'POST /_control/holds':
      for (const [brand, seconds] of Object.entries(given)) world.state.holdSeconds[brand] = secondsOf(seconds);
      return { status: 200, json: world.state.holdSeconds };
    case 'POST /_control/lapse':
      return lapse(world, given['payment_intent']);
    case 'POST /_control/dispute':
      return { status: 200, json: dispute(world, String(given['payment_intent']), given['outcome']) };
    default:
      return null;
  }
}

function lapse(world: World, id: unknown): Answer {
  const charge = world.state.charges.find(
    (candidate) => candidate.payment_intent === id && candidate.capture_before !== null,
  );
  if (!charge) throw missing('payment_intent', String(id));
  charge.capture_before = world.now();
  lapseHolds(world);
  return { status: 200, json: { lapsed: id } };
}

function dispute(world: World, id: string, outcome: unknown): Dispute {
  if (outcome === undefined) return openDispute(world, id);
  if (outcome !== 'won' && outcome !== 'lost') throw invalid('A dispute is won or lost.', 'outcome');
  return closeDispute(world, id, outcome);
}

function secondsOf(value: unknown): number {
  const seconds = Number(value);
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw invalid('seconds must be a whole number above 0', 'seconds');
  return seconds;
}

function faultOf(given: Readonly<Record<string, unknown>>): Fault {
  const mode = FAULT_MODES.find((known) => known === given['mode']);
  if (!mode) throw invalid(`A fault has a mode: ${FAULT_MODES.join(', ')}.`, 'mode');
  const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
  return {
    mode,
    match: typeof given['match'] === 'string' ? given['match'] : '',
    times: numberOr(given['times'], 1),
    ms: numberOr(given['ms'], 0),
  };
}

function parseJson(body: string): Readonly<Record<string, unknown>> {
  if (body === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    throw new ApiError(400, { type: 'invalid_request_error', message: "The body isn't JSON." });
  }
}
