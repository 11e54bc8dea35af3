import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { call } from '#contract/client.ts';
import { lookUpOrder } from '#contract/merchant/orders.ts';
import { OrderLookup } from '#core/orders/lookup.ts';
import { Notice } from '../../../ui/notice.tsx';
import { errorsOf, type FieldErrors } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { BackFromOrder } from './back-from-order.tsx';
import { OrderList } from './order-list.tsx';
import './orders.css';

const FROM = '/$storeId/orders/lookup';

/** Finds an order by what a customer on the phone knows; below it, the list of all orders. */
export function OrderLookupPage() {
  const { storeId } = useParams({ from: FROM });
  const { returnTo } = useSearch({ from: FROM });
  return (
    <OrderList
      back={returnTo === undefined ? null : <BackFromOrder storeId={storeId} returnTo={returnTo} />}
      intro={
        <>
          <p className="mg-muted mg-p">
            Find an order to see what can be claimed, or to create a claim for a customer.
          </p>
          <LookupForm storeId={storeId} />
        </>
      }
    />
  );
}

function LookupForm({ storeId }: { storeId: number }) {
  const navigate = useNavigate();
  const { returnTo } = useSearch({ from: FROM });
  const [emailOrPostalCode, setContact] = useState('');
  const [orderNo, setOrderNo] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const looking = useMutation({
    mutationFn: (body: { emailOrPostalCode: string; orderNo: string }) =>
      call(lookUpOrder, { params: { storeId }, body }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (looking.isPending) return;
    const typed = { emailOrPostalCode, orderNo };
    const checked = OrderLookup.safeParse(typed);
    setErrors(errorsOf(OrderLookup, typed));
    if (checked.success)
      looking.mutate(checked.data, {
        // Not of the mutation itself, which would lead away from the page that staff went on to.
        onSuccess: ({ idFromPlatform }) =>
          void navigate({
            to: '/$storeId/orders/lookup/$idFromPlatform',
            params: { storeId, idFromPlatform },
            search: returnTo === undefined ? {} : { returnTo },
          }),
      });
    else setTimeout(() => document.querySelector<HTMLElement>('.mg-lookup [aria-invalid="true"]')?.focus());
  };
  return (
    <form className="mg-lookup" noValidate onSubmit={submit} aria-label="Order lookup">
      <div className="mg-field-row">
        <TextInput
          label="Email or postal code"
          autoComplete="off"
          maxLength={255}
          dir="auto"
          value={emailOrPostalCode}
          error={errors['emailOrPostalCode']}
          onChange={(event) => setContact(event.currentTarget.value)}
        />
        <TextInput
          label="Order number"
          autoComplete="off"
          maxLength={100}
          value={orderNo}
          error={errors['orderNo']}
          onChange={(event) => setOrderNo(event.currentTarget.value)}
        />
      </div>
      {looking.error ? <Notice tone="bad">{problemText(looking.error)}</Notice> : null}
      <Button type="submit" loading={looking.isPending}>
        Find order
      </Button>
    </form>
  );
}
