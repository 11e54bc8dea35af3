import type { Shipment } from '#sandbox/easypost/state.ts';
import type { TestServer } from '#server/testing/server.ts';

const PAGE = 100;

/** Every shipment the label provider holds. */
export async function shipmentsOf({ easypost, environment }: TestServer): Promise<Shipment[]> {
  const headers = { authorization: `Basic ${btoa(`${environment['EASYPOST_API_KEY']}:`)}` };
  const shipments: Shipment[] = [];
  for (;;) {
    const before = shipments.length === 0 ? '' : `&before_id=${shipments.at(-1)?.id}`;
    const response = await fetch(`${easypost.url}/v2/shipments?purchased=false&page_size=${PAGE}${before}`, {
      headers,
    });
    const page = (await response.json()) as { shipments: Shipment[]; has_more: boolean };
    shipments.push(...page.shipments);
    if (!page.has_more) return shipments;
  }
}

export type Intent = { id: string; status: string; amount_received: number };

/** Every payment the payment provider holds. */
export async function intentsOf({ stripe }: TestServer): Promise<Intent[]> {
  const headers = { authorization: `Bearer ${stripe.keys.secretKey}` };
  const intents: Intent[] = [];
  for (;;) {
    const after = intents.length === 0 ? '' : `&starting_after=${intents.at(-1)?.id}`;
    const response = await fetch(`${stripe.url}/v1/payment_intents?limit=${PAGE}${after}`, { headers });
    const page = (await response.json()) as { data: Intent[]; has_more: boolean };
    intents.push(...page.data);
    if (!page.has_more) return intents;
  }
}
