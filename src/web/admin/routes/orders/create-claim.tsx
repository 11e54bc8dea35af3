import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#contract/client.ts';
import { createClaim } from '#contract/merchant/claim-actions.ts';
import type { OrderShown } from '#contract/merchant/orders.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import { typesOn } from '#core/stores/features.ts';
import { DetailSkeleton } from '../../../ui/detail-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { AddressFields, type AddressFieldsProps } from '../../address-fields.tsx';
import { useMyStore } from '../../me-query.ts';
import type { FieldErrors } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { addressLines } from '../claim/address-lines.ts';
import { CLAIM } from '../claims/claim-places.ts';
import { BackFromOrder } from './back-from-order.tsx';
import { QuotedBalance, useClaimQuote } from './claim-quote.tsx';
import { ClaimLineForm } from './claim-line-form.tsx';
import { creationBody, creationErrors, firstCreation, quoteBody, type Creation, type LineDraft } from './creation.ts';
import { orderQuery } from './order-queries.ts';
import { CreateShippingClaim } from '../shipping/create-shipping-claim.tsx';
import type { Filed } from './return-to.ts';
import { useCreationGuard } from './use-creation-guard.ts';
import { useWayBack } from './use-way-back.ts';
import '../claim/claim-detail.css';
import './orders.css';

const FROM = '/$storeId/orders/lookup/$idFromPlatform/claim';

const WAYS_BACK = {
  label: 'With a shipping label',
  packingSlip: 'With a packing slip',
  none: 'No return needed',
} as const;

/** Staff make a claim for a customer: first its type, then the form (C2.23). */
export function CreateClaimPage() {
  const { storeId, idFromPlatform } = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  const navigate = useNavigate();
  const { data: order, error } = useQuery(orderQuery(storeId, idFromPlatform));
  const store = useMyStore(storeId);
  const types: Filed[] = store
    ? [...typesOn(store.features), ...(store.features.shippingProtection ? (['Shipping'] as const) : [])]
    : [];
  const claimType = types.find((type) => type === search.claimType) ?? (types.length === 1 ? types[0] : undefined);
  const from = search.returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo: search.returnTo })}`;
  const back = (
    <BackFromOrder
      storeId={storeId}
      returnTo={`/${storeId}/orders/lookup/${encodeURIComponent(idFromPlatform)}${from}`}
    />
  );
  useDocumentTitle('Create claim');
  useWayBack(storeId, search.returnTo, order ? null : error);
  if (!order) return <DetailSkeleton back={back} />;
  return (
    <main className="mg-orders-page" id="content">
      {back}
      <h1>Create claim for {order.orderNo}</h1>
      <Section title="Claim type">
        {types.length === 0 ? <p className="mg-muted mg-p">This store has no type of claim switched on.</p> : null}
        <Radio.Group
          aria-label="Claim type"
          value={claimType ?? null}
          onChange={(value) => {
            const next = types.find((type) => type === value);
            if (next) void navigate({ to: '.', search: { ...search, claimType: next }, replace: true });
          }}
        >
          <div className="mg-claim-types">
            {types.map((type) => (
              <Radio.Card key={type} value={type} className="mg-claim-type" aria-label={wordsOf(type).label}>
                <Radio.Indicator />
                <span>
                  <strong>{wordsOf(type).label}</strong>
                  <span className="mg-muted">{wordsOf(type).purpose}</span>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      </Section>
      {claimType === 'Shipping' ? <CreateShippingClaim order={order} returnTo={search.returnTo} /> : null}
      {claimType && claimType !== 'Shipping' ? (
        <CreationForm key={claimType} order={order} claimType={claimType} returnTo={search.returnTo} />
      ) : null}
    </main>
  );
}

const SHIPPING = {
  label: 'Shipping',
  purpose: 'A package is lost, stolen or damaged, and you refund the items or send them again.',
} as const;
const wordsOf = (type: Filed): { label: string; purpose: string } =>
  type === 'Shipping' ? SHIPPING : CLAIM_TYPES[type];

type FormProps = { order: OrderShown; claimType: ClaimType; returnTo: string | undefined };

function CreationForm({ order, claimType, returnTo }: FormProps) {
  const { storeId } = order;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [first] = useState(() => firstCreation(order, claimType));
  const [creation, setCreation] = useState<Creation>(first);
  const [judged, setJudged] = useState<readonly string[]>([]);
  const [isAddressOpen, setAddressOpen] = useState(false);
  // What was fixed stops being wrong at once; what is new is only judged when sending.
  const wrong = creationErrors(creation, order);
  const quoted = useClaimQuote(storeId, quoteBody(creation, order, claimType));
  const errors: FieldErrors = Object.fromEntries(Object.entries(wrong).filter(([field]) => judged.includes(field)));
  // One claim, however often it is sent: a second press, or again after no answer came.
  const [requestKey] = useState(() => crypto.randomUUID());
  const isSending = useRef(false);
  const change = (part: Partial<Creation>): void => setCreation((old) => ({ ...old, ...part }));
  const changeLine = useCallback((id: string, part: Partial<LineDraft>): void => {
    setCreation((old) => {
      const line = old.lines[id];
      return line ? { ...old, lines: { ...old.lines, [id]: { ...line, ...part } } } : old;
    });
  }, []);
  const making = useMutation({
    mutationFn: () =>
      call(createClaim, { params: { storeId }, body: creationBody(creation, order, claimType, requestKey) }),
    onSettled: () => {
      isSending.current = false;
    },
    // The claim was refused because units or stock are gone.
    onError: () => {
      void client.invalidateQueries({ queryKey: ['order', storeId] });
      void client.invalidateQueries({ queryKey: ['variants', storeId] });
      void client.invalidateQueries({ queryKey: ['claim-quote', storeId] });
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['order', storeId] });
      void client.invalidateQueries({ queryKey: ['orders', storeId] });
      void client.invalidateQueries({ queryKey: ['claims', storeId] });
      const options = { replace: true, ignoreBlocker: true };
      void (returnTo === undefined
        ? navigate({ to: CLAIM, params: { storeId, type: claimType, claimId: id }, ...options })
        : navigate({ href: returnTo, ...options }));
    },
  });
  const leaveQuestion = useCreationGuard(JSON.stringify(creation) !== JSON.stringify(first) && !making.isSuccess);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSending.current) return;
    setJudged(Object.keys(wrong));
    if (Object.keys(wrong).length > 0) {
      if (Object.keys(wrong).some((field) => field.startsWith('shippingAddress.'))) setAddressOpen(true);
      setTimeout(() =>
        document.querySelector<HTMLElement>('.mg-creation [aria-invalid="true"], .mg-form-error')?.focus(),
      );
      return;
    }
    isSending.current = true;
    making.mutate();
  };
  return (
    <form className="mg-creation" noValidate onSubmit={submit} aria-label="Claim">
      <Section title="Line Items">
        {errors['lines'] ? (
          <p className="mg-form-error" role="alert" tabIndex={-1}>
            {errors['lines']}
          </p>
        ) : null}
        <ul className="mg-claim-lines" aria-label="Line items">
          {order.lineItems.map((line) => {
            const draft = creation.lines[line.idFromPlatform];
            return draft ? (
              <ClaimLineForm
                key={line.idFromPlatform}
                order={order}
                line={line}
                claimType={claimType}
                draft={draft}
                errors={errors}
                quote={quoted.state === 'known' ? quoted.quote : undefined}
                change={(part) => changeLine(line.idFromPlatform, part)}
              />
            ) : null;
          })}
        </ul>
      </Section>
      <Section title="Customer">
        <div className="mg-field-row">
          <TextInput
            label="Name"
            maxLength={200}
            dir="auto"
            autoComplete="off"
            value={creation.customerName}
            error={errors['customerName']}
            onChange={(event) => change({ customerName: event.currentTarget.value })}
          />
          <TextInput
            label="Email"
            type="email"
            maxLength={255}
            autoComplete="off"
            value={creation.customerEmail}
            error={errors['customerEmail']}
            onChange={(event) => change({ customerEmail: event.currentTarget.value })}
          />
        </div>
      </Section>
      <ShippingAddress
        address={creation.shippingAddress}
        isOpen={isAddressOpen}
        onOpen={() => setAddressOpen(true)}
        errorOf={(name) => errors[`shippingAddress.${name}`]}
        onChange={(part) => change({ shippingAddress: { ...creation.shippingAddress, ...part } })}
      />
      <Section title="Return shipping">
        <NativeSelect
          aria-label="How the items are returned"
          data={order.shippingMethods.map((value) => ({ value, label: WAYS_BACK[value] }))}
          value={creation.shippingMethod}
          onChange={(event) => {
            const next = order.shippingMethods.find((one) => one === event.currentTarget.value);
            if (next) change({ shippingMethod: next });
          }}
        />
      </Section>
      <Section title="Balance">
        <QuotedBalance {...quoted} />
      </Section>
      {making.error ? <Notice tone="bad">{problemText(making.error)}</Notice> : null}
      <div className="mg-creation-actions">
        <Button type="submit" loading={making.isPending || making.isSuccess}>
          {`Create ${claimType.toLowerCase()} claim`}
        </Button>
      </div>
      {leaveQuestion}
    </form>
  );
}

type ShippingAddressProps = AddressFieldsProps & { isOpen: boolean; onOpen: () => void };

/** One line until someone edits it, because the address of the order is nearly always right. */
function ShippingAddress({ isOpen, onOpen, ...fields }: ShippingAddressProps) {
  const box = useRef<HTMLDivElement>(null);
  const line = addressLines(fields.address).join(', ');
  const edit = (): void => {
    flushSync(onOpen);
    box.current?.querySelector('select')?.focus();
  };
  return (
    <Section
      title="Shipping Address"
      action={
        isOpen ? null : (
          <Button variant="subtle" size="compact-sm" aria-label="Edit shipping address" onClick={edit}>
            Edit
          </Button>
        )
      }
    >
      {isOpen ? (
        <div ref={box} className="mg-creation-fields">
          <AddressFields {...fields} />
        </div>
      ) : (
        <p className="mg-p">{line ? <bdi>{line}</bdi> : <span className="mg-muted">No address yet.</span>}</p>
      )}
    </Section>
  );
}
