import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import type { Order, Product } from '#core/orders/order.ts';

type Json<T extends object> = JSONColumnType<T, string, string>;
/** Read as a Date, written as ISO text or a Date. */
type Time = ColumnType<Date, string | Date, string | Date>;
type Defaulted = ColumnType<Date, string | Date | undefined, string | Date>;
type MaybeTime = ColumnType<Date | null, string | Date | null | undefined, string | Date | null>;

export type Tables = {
  store: {
    store_id: GeneratedAlways<number>;
    slug: string;
    name: string;
    currency_code: string;
    is_test: Generated<boolean>;
    shop_domain: string | null;
    settings: ColumnType<Record<string, unknown>, string | undefined, string>;
    settings_version: Generated<number>;
    created_on: Defaulted;
  };
  store_connection: { store_id: number; kind: string; sealed: string; updated_on: Defaulted };
  app_user: {
    user_id: GeneratedAlways<number>;
    subject: string;
    email: string;
    first_name: string;
    last_name: string;
    is_provider_admin: Generated<boolean>;
    created_on: Defaulted;
  };
  store_user_role: { store_id: number; email_key: string; role_code: 'Admin' | 'Staff' };
  login_attempt: { state: string; nonce: string; code_verifier: string; return_to: string; expires_on: Time };
  session: { session_hash: string; user_id: number; csrf_token: string; created_on: Defaulted; expires_on: Time };
  attempt_limit: { bucket: string; window_start: Time; count: number };
  store_order: {
    store_id: number;
    order_id: GeneratedAlways<number>;
    id_from_platform: string;
    order_no: string;
    order_no_key: string;
    email_key: string;
    postal_key: string;
    created_on: Time;
    updated_on: Time;
    claims_version: Generated<number>;
    document: Json<Order>;
  };
  product: { store_id: number; id_from_platform: string; updated_on: Time; document: Json<Product> };
  claim: {
    store_id: number;
    claim_id: Generated<number>;
    external_id: string;
    order_id: number;
    claim_type: string;
    version: Generated<number>;
    created_on: Time;
    updated_on: Time;
    finalized_on: MaybeTime;
    order_no: string;
    customer_name: string;
    customer_email: string;
    rollup: string;
    status_code: string;
    status_detail: string;
    has_error: Generated<boolean>;
    resolution_methods: string[];
    tags: Generated<string[]>;
    requested_total: number;
    currency_code: string;
    line_count: number;
    request_key: string | null;
    search_text: string;
    document: Json<Claim>;
  };
  effect: {
    store_id: number;
    effect_id: GeneratedAlways<number>;
    claim_id: number | null;
    kind: string;
    purpose_key: string;
    payload: Json<object>;
    summary: string;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    attempts: Generated<number>;
    last_error: string | null;
    next_try_on: Defaulted;
    taken_until: MaybeTime;
    result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    request_id: string;
    created_on: Defaulted;
    done_on: MaybeTime;
  };
  media: {
    store_id: number;
    media_id: string;
    order_id: number;
    claim_id: number | null;
    filename: string;
    content_type: string;
    size: number;
    state: Generated<'expected' | 'ready'>;
    created_on: Defaulted;
  };
  webhook_inbox: {
    store_id: number;
    partner: string;
    webhook_id: string;
    topic: string;
    body: string;
    state: Generated<'waiting' | 'done' | 'failed'>;
    attempts: Generated<number>;
    last_error: string | null;
    next_try_on: Defaulted;
    received_on: Defaulted;
    done_on: MaybeTime;
  };
  sync_state: {
    store_id: number;
    kind: string;
    cursor: string | null;
    state: Generated<string>;
    done_count: Generated<number>;
    last_error: string | null;
    updated_on: Defaulted;
  };
};
