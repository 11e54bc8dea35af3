/** Labels given back, which their provider tells of by its own id and for weeks. */
export const labelRefunds = `
create index effect_label_refund on effect ((payload ->> 'shipmentIdFromProvider'), store_id) where kind = 'labelRefund';
create index effect_label_refund_open on effect (store_id) where kind = 'labelRefund' and state = 'done' and result ->> 'status' = 'submitted';
`;
