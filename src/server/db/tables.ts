import type { PaymentProvider } from '#core/payments/providers.ts';
import type { EffectState } from '#core/effects/state.ts';
import type { SubjectKind } from '#core/effects/subject.ts';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Address } from '#core/address.ts';
import type { Difference } from '#core/books/differences.ts';
import type { Account } from '#core/books/entry.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { FieldType } from '#core/claims/field-shapes.ts';
import type { ListFilters, ListKind } from '#core/lists/lists.ts';
import type { RuleDifference } from '#core/back-test/differences.ts';
import type { Tally } from '#core/back-test/tally.ts';
import type { ReportRequest } from '#core/lists/report.ts';
import type { IneligibleLines } from '#core/orders/ineligible-lines.ts';
import type { CoverRefund, HeldByShippingClaim, Collection, Order, Product } from '#core/orders/order.ts';
import type { CustomerSegment, StockLocation, LabelRate, PaymentStatus } from '#partners/ports.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { RuleDraft, StoreRule } from '#core/automations/rule.ts';
import type { Receipt } from '#core/automations/rule-set.ts';
import type { AuditKind } from '#core/audit/kinds.ts';
import type { ACTOR_KINDS } from '#core/lists/audit-list.ts';
import type { AlertKind } from '#core/alerts/alerts.ts';
import type { InvoiceFiles } from '#core/billing.ts';
import type {
  OpenClaim,
  PrivacyCounts,
  PrivacyRequestKind,
  PrivacyRequestState,
  PrivacySubject,
} from '#core/privacy/requests.ts';
import type { BillingKind } from '#core/protection/billing-lines.ts';
import type { CoverProblem, CoverVariant } from '#core/protection/cover-product.ts';
import type { CoverConsent } from '#core/protection/widget-config.ts';
import type { KeptAttachment } from '#core/mail/attachments.ts';
import type { MailKind } from '#core/mail/mail-kind.ts';
import type { WhyUnplaced } from '#core/mail/match-claim.ts';
import type { SuppressionReason } from '#core/emails/suppression.ts';
import type { ImportKind } from '#core/imports/kinds.ts';
import type { RefusedRow } from '#core/imports/progress.ts';
import type { Language } from '#core/texts/languages.ts';
import type { ShippingReason } from '#core/protection/reasons.ts';
import type { ShippingClaim, ShippingMethod, ShippingSource, ShippingStatus } from '#core/protection/shipping-claim.ts';
import type { Registration } from '#core/registrations/registration.ts';
import type { SignUp } from '#core/sign-up.ts';
import type { SubscriptionStatus } from '#core/stores/subscription.ts';

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
    /** IANA name. */
    time_zone: Generated<string>;
    is_test: Generated<boolean>;
    shop_domain: string | null;
    /** The platform's name of it. */
    platform_plan: Generated<string>;
    uninstalled_on: MaybeTime;
    subscription_ends_on: MaybeTime;
    subscription_confirmation_url: string | null;
    subscription_status: Generated<SubscriptionStatus>;
    portal_shared_on: MaybeTime;
    setup_dismissed_on: MaybeTime;
    /** The groups of customers of its platform as they were last asked for; null while nobody asked. */
    customer_segments: ColumnType<CustomerSegment[] | null, never, string>;
    /** The same of its locations. */
    stock_locations: ColumnType<StockLocation[] | null, never, string>;
    created_on: Defaulted;
  };
  store_settings: {
    store_id: number;
    group_name: string;
    version: number;
    document: ColumnType<Record<string, unknown>, string, string>;
    updated_on: Defaulted;
    updated_by: string;
  };
  store_connection: { store_id: number; kind: string; sealed: string; updated_on: Defaulted };
  app_user: {
    user_id: GeneratedAlways<number>;
    subject: string;
    email: string;
    first_name: string;
    last_name: string;
    created_on: Defaulted;
  };
  provider_admin: { email_key: string; subject: string };
  store_user_role: {
    store_id: number;
    store_user_id: GeneratedAlways<number>;
    email_key: string;
    role_code: 'Admin' | 'Staff';
    subject: Generated<string | null>;
    first_name: Generated<string>;
    last_name: Generated<string>;
    emails_asked: Generated<number>;
  };
  login_attempt: { state: string; nonce: string; code_verifier: string; return_to: string; expires_on: Time };
  session: {
    session_hash: string;
    user_id: number;
    csrf_token: string;
    created_on: Defaulted;
    expires_on: Time;
    used_on: Defaulted;
    helpdesk_store_id: number | null;
    helpdesk_config_id: string | null;
    helpdesk_token_id: string | null;
  };
  helpdesk_connection: {
    store_id: number;
    config_id: Generated<string>;
    ref: string;
    created_by: string;
    created_on: Defaulted;
    embedded_in: Generated<string[]>;
    may_finalize: Generated<boolean>;
  };
  helpdesk_token: {
    store_id: number;
    config_id: string;
    token_id: Generated<string>;
    email_key: string | null;
    created_by: string;
    created_on: Defaulted;
    expires_on: Time;
    last_used_on: Time | null;
    warned_on: Time | null;
  };
  invoice: {
    store_id: number;
    invoice_id: GeneratedAlways<number>;
    created_on: Defaulted;
    from_on: Time;
    to_on: Time;
    total_amount: number;
    is_monthly_crew: Generated<boolean>;
    files: ColumnType<InvoiceFiles, string | undefined, string>;
  };
  alert: {
    store_id: number;
    alert_id: GeneratedAlways<number>;
    kind: AlertKind;
    message: string;
    subject_kind: Generated<SubjectKind | null>;
    subject_id: Generated<number | null>;
    occurrences: Generated<number>;
    is_open: Generated<boolean>;
    created_on: Defaulted;
  };
  alert_read: { store_id: number; alert_id: number; user_id: number; read_on: Time };
  sign_up: {
    sign_up_id: GeneratedAlways<number>;
    document: Json<SignUp>;
    request_id: string;
    created_on: Defaulted;
    mailed_on: MaybeTime;
    attempts: Generated<number>;
    next_try_on: MaybeTime;
  };
  secret_proof: { is_only: Generated<boolean>; proof: string };
  attempt_limit: { bucket: string; window_start: Time; count: number };
  store_order: {
    store_id: number;
    order_id: GeneratedAlways<number>;
    id_from_platform: string;
    order_no: string;
    order_no_key: string;
    email_key: string;
    postal_key: string;
    /** Tracking numbers of its parcels, as they are compared. */
    tracking_keys: Generated<string[]>;
    /** SKUs of its lines, as they are compared. */
    sku_keys: Generated<string[]>;
    created_on: Time;
    updated_on: Time;
    claims_version: Generated<number>;
    ineligible_lines: ColumnType<IneligibleLines, string | undefined, string>;
    shipping_claims: ColumnType<HeldByShippingClaim[], string | undefined, string>;
    cover_refund: ColumnType<CoverRefund | null, string | null | undefined, string | null>;
    erased_on: MaybeTime;
    /** The platform's segments that its buyer was in when asked; null while nobody asked. */
    segment_ids: string[] | null;
    segments_asked_on: MaybeTime;
    customer_name: GeneratedAlways<string>;
    search_text: GeneratedAlways<string>;
    document: Json<Order>;
  };
  billing_line: {
    store_id: number;
    line_id: GeneratedAlways<number>;
    purpose_key: string;
    kind: BillingKind;
    subject_kind: 'order' | 'shippingClaim';
    subject_id: number;
    reference: string;
    currency_code: string;
    amount: number;
    cover_line_ids: string[];
    share_basis_points: number | null;
    recorded_on: Defaulted;
  };
  revenue_share: {
    store_id: number;
    share_id: GeneratedAlways<number>;
    basis_points: number;
    set_on: Defaulted;
    set_by: string;
  };
  product: {
    store_id: number;
    id_from_platform: string;
    updated_on: Time;
    document: Json<Product>;
    group_keys: Generated<string[]>;
    written_on: Generated<Date>;
  };
  custom_field: {
    store_id: number;
    custom_field_id: GeneratedAlways<number>;
    display_name: string;
    description: string;
    value_type: FieldType;
    options: string[];
    required: boolean;
    is_serial_number: Generated<boolean>;
    created_on: Defaulted;
  };
  portal_host: {
    store_id: number;
    host: string;
    proof: string;
    created_on: Defaulted;
    checked_on: MaybeTime;
    verified_on: MaybeTime;
    linked_on: MaybeTime;
  };
  cover_product: {
    store_id: number;
    id_from_platform: string | null;
    handle: Generated<string>;
    variants: ColumnType<CoverVariant[], string | undefined, string>;
    revision: Generated<number>;
    title: Generated<string>;
    script_wanted: Generated<string>;
    script_src: Generated<string>;
    script_revision: Generated<number>;
    problem: CoverProblem | null;
    updated_on: Defaulted;
  };
  cover_consent: {
    store_id: number;
    consent_id: string;
    cart_token: string;
    choice: 'accepted' | 'declined';
    document: Json<Omit<CoverConsent, 'consentId' | 'cartToken' | 'choice'>>;
    created_on: Defaulted;
  };
  brand_picture: {
    store_id: number;
    name: string;
    size: number;
    used_on: Defaulted;
  };
  registration: {
    store_id: number;
    registration_id: GeneratedAlways<number>;
    external_id: string;
    order_id: number;
    version: Generated<number>;
    created_on: Time;
    updated_on: Time;
    canceled_on: MaybeTime;
    same_key: string;
    first_key: Generated<string>;
    is_canceled: Generated<boolean>;
    has_claim: Generated<boolean>;
    channel: string;
    purchased_on: Time;
    order_no: string;
    customer_name: string;
    customer_email: string;
    email_key: string;
    products: string;
    serials: string;
    document: Json<Registration>;
  };
  shipping_claim: {
    store_id: number;
    shipping_claim_id: Generated<number>;
    external_id: string;
    order_id: number;
    version: Generated<number>;
    created_on: Time;
    updated_on: Time;
    request_key: string | null;
    request_digest: string | null;
    status: ShippingStatus;
    reason: ShippingReason;
    resolution_method: ShippingMethod;
    source: ShippingSource;
    order_no: string;
    customer_name: string;
    customer_email: string;
    email_key: string;
    products: string;
    assignee_id: number | null;
    assignee_name: string | null;
    held_until: MaybeTime;
    owed_from: Time;
    held_by: GeneratedAlways<string>;
    last_message_from_customer_on: MaybeTime;
    has_unanswered_message: Generated<boolean>;
    messages: GeneratedAlways<string>;
    document: Json<ShippingClaim>;
  };
  claim_mail: {
    store_id: number;
    mail_id: GeneratedAlways<number>;
    shipping_claim_id: number;
    direction: 'in' | 'out';
    kind: MailKind | 'news';
    message_id: string | null;
    purpose_key: string | null;
    from_name: string;
    from_address: string;
    to_address: string;
    subject: string;
    html: string;
    body_text: string;
    is_cut: Generated<boolean>;
    attachments: Json<KeptAttachment[]>;
    by: string | null;
    created_on: Defaulted;
    undelivered: string | null;
  };
  unplaced_mail: {
    mail_id: GeneratedAlways<number>;
    store_id: number | null;
    kind: MailKind;
    why: WhyUnplaced;
    from_name: string;
    from_address: string;
    from_key: string;
    to_address: string;
    subject: string;
    body_text: string;
    attachments: Json<KeptAttachment[]>;
    raw: Uint8Array | null;
    received_on: Defaulted;
  };
  mail_taken: { digest: string; taken_on: Defaulted };
  answer_template: {
    template_id: GeneratedAlways<number>;
    position: number;
    name: string;
    body: string;
    version: Generated<number>;
    updated_on: Defaulted;
    updated_by: string;
  };
  provider_audit_entry: {
    entry_id: GeneratedAlways<number>;
    created_on: Defaulted;
    what: string;
    thing_id: string;
    thing_name: string;
    actor_name: string;
    request_id: string | null;
    before: Json<Record<string, unknown>>;
    after: Json<Record<string, unknown>>;
  };
  filing_reminder: {
    store_id: number;
    order_id: number;
    email_key: string;
    email: string;
    reason: ShippingReason;
    language: Language;
    remind_on: Time;
  };
  serial_number: {
    store_id: number;
    product_id_from_platform: string;
    serial_key: string;
    serial: string;
    is_known: Generated<boolean>;
    registration_id: number | null;
    covered_until: MaybeTime;
  };
  data_import: {
    store_id: number;
    import_id: GeneratedAlways<number>;
    kind: ImportKind;
    filename: string;
    size: number;
    file_key: string;
    requested_by: string;
    state: Generated<'expected' | 'waiting' | 'running' | 'done' | 'failed'>;
    bytes_read: Generated<number>;
    read_count: Generated<number>;
    written_count: Generated<number>;
    unchanged_count: Generated<number>;
    refused_count: Generated<number>;
    refused: Json<RefusedRow[]>;
    problem: string | null;
    created_on: Defaulted;
    done_on: MaybeTime;
  };
  warranty_term: {
    store_id: number;
    order_id: number;
    line_id_from_platform: string;
    covered_until: Time;
  };
  portal_text: {
    store_id: number;
    language: string;
    text_id: string;
    said: string;
    changed_on: Defaulted;
    changed_by: string;
  };
  product_group: {
    store_id: number;
    group_id: GeneratedAlways<number>;
    name: string;
    name_key: string;
    tags: string[];
    types: string[];
    collections: Json<Collection[]>;
    group_keys: string[];
    warranty_days: number | null;
    created_on: Defaulted;
    refreshed_on: Defaulted;
  };
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
    glance: ColumnType<unknown, string | undefined, string>;
    tags: Generated<string[]>;
    requested_total: number;
    currency_code: string;
    line_count: number;
    request_key: string | null;
    request_digest: string | null;
    search_text: string;
    facets: string[];
    facets_version: number;
    inspected_on: MaybeTime;
    /** Infinity where no shipment will be. */
    stuck_from: Defaulted;
    /** Infinity where no refund of a withdrawal is due. */
    withdrawal_due_from: Defaulted;
    channel: Generated<string>;
    /** Null where nothing is waited for. */
    return_given_on: MaybeTime;
    /** Infinity where it has no end. */
    return_expires_on: Defaulted;
    document: Json<Claim>;
  };
  email_domain: {
    store_id: number;
    domain: string;
    selector: string;
    public_key: string;
    sealed_private_key: string;
    created_on: Defaulted;
    checked_on: MaybeTime;
    found: ColumnType<unknown, string | undefined, string>;
    verified_on: MaybeTime;
    failing_since: MaybeTime;
  };
  email_suppression: {
    store_id: number;
    email_hash: string;
    reason: SuppressionReason;
    created_on: Defaulted;
  };
  claim_tag: { store_id: number; tag_id: GeneratedAlways<number>; name: string; name_key: string };
  rule_set: {
    store_id: number;
    draft_revision: Generated<number>;
    live_number: Generated<number | null>;
    warned_of: Generated<string | null>;
  };
  draft_rule: {
    store_id: number;
    rule_id: Generated<number>;
    revision: Generated<number>;
    document: Json<RuleDraft>;
    created_on: Defaulted;
    updated_on: Defaulted;
    updated_by: string;
  };
  rule_set_version: {
    store_id: number;
    number: number;
    content_hash: string;
    note: string;
    rules: Json<StoreRule[]>;
    published_on: Defaulted;
    published_by: string;
  };
  audit_entry: {
    store_id: number;
    entry_id: GeneratedAlways<number>;
    created_on: Defaulted;
    kind: AuditKind;
    what: string;
    thing_id: string | null;
    thing_name: string;
    actor_kind: keyof typeof ACTOR_KINDS;
    actor_name: string;
    request_id: string | null;
    before: Json<Record<string, unknown>>;
    after: Json<Record<string, unknown>>;
  };
  rule_receipt: {
    store_id: number;
    receipt_id: GeneratedAlways<number>;
    claim_id: number;
    moment: Hook;
    version: string;
    receipt: Json<Receipt>;
    decided: Json<Readonly<Record<string, unknown>>>;
    created_on: Defaulted;
  };
  saved_view: {
    store_id: number;
    view_id: GeneratedAlways<number>;
    kind: ListKind;
    name: string;
    filters: Json<ListFilters>;
    created_on: Defaulted;
  };
  back_test: {
    store_id: number;
    back_test_id: GeneratedAlways<number>;
    requested_by: string;
    created_on: Defaulted;
    from_on: Time;
    until_on: Time;
    rules_before: Json<StoreRule[]>;
    rules_after: Json<StoreRule[]>;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    total: Generated<number>;
    tally: Json<Tally>;
    done_on: MaybeTime;
  };
  back_test_claim: {
    store_id: number;
    back_test_id: number;
    claim_id: number;
    differences: Json<RuleDifference[]>;
  };
  report: {
    store_id: number;
    report_id: GeneratedAlways<number>;
    request: Json<ReportRequest>;
    requested_by: string;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    line_count: Generated<number>;
    file_key: string | null;
    created_on: Defaulted;
    done_on: MaybeTime;
  };
  effect: {
    store_id: number;
    effect_id: GeneratedAlways<number>;
    subject_kind: SubjectKind;
    subject_id: number;
    kind: string;
    purpose_key: string;
    payload: Json<object>;
    summary: string;
    state: Generated<EffectState>;
    attempts: Generated<number>;
    last_error: string | null;
    next_try_on: Defaulted;
    /** After a lost answer: its partner may have done it, and can't tell before then. */
    not_before: MaybeTime;
    /** Purposes of effects that have to be done before it is. */
    waits_for: Generated<string[]>;
    taken_until: MaybeTime;
    result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    request_id: string;
    created_on: Defaulted;
    done_on: MaybeTime;
    settled_by: string | null;
    settled_reason: string | null;
  };
  customer_payment: {
    store_id: number;
    payment_id: GeneratedAlways<number>;
    order_id: number;
    subject_kind: SubjectKind;
    subject_id: number;
    /** When it became the own payment of its claim. */
    attached_on: MaybeTime;
    purpose_key: string;
    provider: PaymentProvider;
    id_from_platform: string;
    amount: number;
    currency_code: string;
    status: PaymentStatus;
    capture_before: MaybeTime;
    captured: Generated<number>;
    refunded: Generated<number>;
    reusable_method: string | null;
    client_secret: string | null;
    pay_url: string | null;
    created_on: Defaulted;
    updated_on: Defaulted;
  };
  task: {
    store_id: number;
    task_id: GeneratedAlways<number>;
    subject_kind: SubjectKind;
    subject_id: number;
    purpose_key: string;
    kind: string;
    message: string;
    created_on: Defaulted;
    done_on: MaybeTime;
    done_by: string | null;
    done_note: string | null;
  };
  journal_entry: {
    store_id: number;
    entry_id: GeneratedAlways<number>;
    purpose_key: string;
    kind: string;
    subject_kind: SubjectKind;
    subject_id: number;
    effect_id: number | null;
    memo: string;
    booked_on: Defaulted;
  };
  journal_posting: {
    store_id: number;
    entry_id: number;
    position: number;
    account: Account;
    subject_kind: SubjectKind;
    subject_id: number;
    currency_code: string;
    amount: number;
  };
  reconciliation_run: {
    store_id: number;
    run_id: GeneratedAlways<number>;
    from_on: Time;
    to_on: Time;
    started_on: Defaulted;
    finished_on: MaybeTime;
    last_error: string | null;
    compared: ColumnType<Record<string, number>, string | undefined, string>;
    differences: ColumnType<Difference[], string | undefined, string>;
  };
  media: {
    store_id: number;
    media_id: string;
    order_id: number;
    subject_kind: SubjectKind;
    subject_id: number;
    filename: string;
    content_type: string;
    size: number;
    state: Generated<'expected' | 'ready'>;
    checked_until: MaybeTime;
    created_on: Defaulted;
    hashed_on: MaybeTime;
    hash_from: MaybeTime;
    photo_hashes: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
    photo_words: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
    is_of_inspection: Generated<boolean>;
  };
  file_removal: { store_id: number; key: string; asked_on: Defaulted };
  privacy_request: {
    store_id: number;
    request_id: GeneratedAlways<number>;
    purpose_key: string;
    kind: PrivacyRequestKind;
    requested_by: string;
    about: ColumnType<PrivacySubject | null, string | null, string | null>;
    state: Generated<PrivacyRequestState>;
    counts: ColumnType<PrivacyCounts, string | undefined, string>;
    waits_for: ColumnType<OpenClaim[], string | undefined, string>;
    last_error: Generated<string | null>;
    file_key: Generated<string | null>;
    attempts: Generated<number>;
    next_try_on: Defaulted;
    created_on: Defaulted;
    done_on: MaybeTime;
  };
  return_location: {
    store_id: number;
    location_id: GeneratedAlways<number>;
    name: string;
    customs_signer_name: Generated<string>;
    fulfillment_location_id_from_platform: string | null;
    is_quick_ship_enabled: Generated<boolean>;
    is_default: Generated<boolean>;
    address: Json<Address>;
  };
  shipment_quote: {
    store_id: number;
    shipment_id_from_provider: string;
    claim_id: number;
    from_address: Json<Address>;
    to_address: Json<Address>;
    weight_ounces: number;
    rates: ColumnType<LabelRate[], string, string>;
    created_on: Defaulted;
  };
  refund_turn: {
    store_id: number;
    order_id_from_platform: string;
    effect_id: number;
    held_until: Date;
  };
  claim_origin: {
    store_id: number;
    claim_id: number;
    email_hash: string;
    proven_by: 'staff' | 'email' | 'postalCode' | 'link';
    device_fingerprint: string | null;
    ip_address: string | null;
    created_on: Defaulted;
  };
  webhook_inbox: {
    store_id: number;
    partner: string;
    webhook_id: string;
    topic: string;
    body: string;
    proof: Generated<string | null>;
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
