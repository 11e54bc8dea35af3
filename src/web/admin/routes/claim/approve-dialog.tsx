import { Button, NumberInput, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { approveLine } from '#contract/merchant/merchant.ts';
import type { ExchangeChoice, ResolutionMethod } from '#core/claims/claim.ts';
import { methodName } from '#core/claims/email.ts';
import { decimalsOf, moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { variantsQuery } from '../../queries.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { VariantPicker } from './variant-picker.tsx';

type Approval = {
  method: ResolutionMethod;
  amount: number | null;
  exchange: ExchangeChoice | null;
  noteToCustomer: string;
};

/** Decides how a line ends: one of its allowed methods, with an amount or with another variant. */
export function ApproveDialog({
  storeId,
  claim,
  line,
  onClose,
}: ClaimOnScreen & { line: ClaimLineShown; onClose: () => void }) {
  const [method, setMethod] = useState(line.method ?? line.requestedMethod);
  const [typed, setTyped] = useState<number | string>(line.amount ?? line.requestedAmount);
  const [exchange, setExchange] = useState<ExchangeChoice | null>(line.exchange);
  const [noteToCustomer, setNote] = useState(line.noteToCustomer);
  const approval = useClaimChange(
    { storeId, claim },
    (body: Approval, { params, version }) =>
      call(approveLine, { params: { ...params, lineId: line.id }, body: { ...body, version } }),
    onClose,
  );
  const isExchange = method === 'variantExchange';
  const amount = typeof typed === 'number' ? typed : null;
  const problem = isExchange
    ? exchange
      ? null
      : 'Choose the variant to send.'
    : amount === null
      ? 'Enter an amount.'
      : null;
  const money = (value: number): string => moneyText(value, claim.currencyCode);
  const withBonus = line.incentiveAmount > 0 && (method === 'giftCard' || method === 'storeCredit');
  const send = (): void => {
    if (problem || approval.isPending) return;
    // Untouched, the amount is left to the server, which knows the bonus of the method.
    const chosen = isExchange || amount === line.requestedAmount ? null : amount;
    approval.mutate({
      method,
      amount: chosen,
      exchange: isExchange ? exchange : null,
      noteToCustomer,
    });
  };
  return (
    <Dialog onClose={onClose} title={`Approve ${line.name}`} size={isExchange ? 'lg' : 'md'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="lg">
          <Select
            label="Resolution"
            allowDeselect={false}
            data={line.allowedMethods.map((value) => ({
              value,
              label: value === line.requestedMethod ? `${methodName(value)} (requested)` : methodName(value),
            }))}
            value={method}
            onChange={(value) => {
              const next = line.allowedMethods.find((one) => one === value);
              if (next) setMethod(next);
            }}
            data-autofocus
          />
          {isExchange ? (
            <ExchangeChoices
              storeId={storeId}
              claimId={claim.id}
              line={line}
              chosen={exchange}
              onChoose={setExchange}
            />
          ) : (
            <>
              <NumberInput
                label={`Amount, ${claim.currencyCode}`}
                description={`Requested ${money(line.requestedAmount)}${withBonus ? `, with a bonus of ${money(line.incentiveAmount)} added when you leave it so` : ''}`}
                value={typed}
                onChange={setTyped}
                min={0}
                step={0.01}
                decimalScale={decimalsOf(claim.currencyCode)}
                allowNegative={false}
                thousandSeparator=","
                hideControls
                inputMode="decimal"
              />
              {amount !== null && amount > line.requestedAmount ? (
                <Notice tone="waiting">
                  This is {money(amount - line.requestedAmount)} above the original value of{' '}
                  {money(line.requestedAmount)}.
                </Notice>
              ) : null}
            </>
          )}
          <Textarea
            label="Note to the customer"
            description="Optional; appears in the e-mail when you finalize."
            maxLength={2000}
            autosize
            minRows={2}
            value={noteToCustomer}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <ChangeProblem storeId={storeId} claim={claim} error={approval.error} onRenewed={approval.reset} />
        </Stack>
        <div className="mg-dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={approval.isPending} disabled={problem !== null} title={problem ?? ''}>
            {isExchange ? 'Approve exchange' : `Approve ${methodName(method).toLowerCase()}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Choices = {
  storeId: number;
  claimId: number;
  line: ClaimLineShown;
  chosen: ExchangeChoice | null;
  onChoose: (choice: ExchangeChoice) => void;
};

function ExchangeChoices({ storeId, claimId, line, chosen, onChoose }: Choices) {
  const { data, error, refetch } = useQuery(variantsQuery(storeId, claimId, line.id));
  return (
    <VariantPicker
      variants={data?.variants}
      error={error}
      onRetry={() => void refetch()}
      quantity={line.quantity}
      chosen={chosen?.variantIdFromPlatform ?? null}
      onChoose={onChoose}
    />
  );
}
