import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { giveValueInstead, type valueInstead } from '#contract/merchant/claim-actions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { methodName, methodOf, RemainderMethodEnum } from '#core/claims/method-names.ts';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { hasCode, loadProblemText, problemText } from '../../problem-words.ts';
import { claimQuery, valueInsteadQuery } from '../../queries.ts';
import { EmailChoice } from '../claim/email-choice.tsx';
import { isComplete, type EmailDraft } from '../claim/email-draft.ts';
import { EmailFields, LanguageNote } from '../claim/email-fields.tsx';
import { renewEffects, renewOvertaken } from './renew-effects.ts';

type Value = RouteAnswer<typeof valueInstead>;
type ValueProps = { storeId: number; effect: EffectShown; onClose: () => void };

/** Gives the value of goods that could not be sent; its button says how much. */
export function ValueDialog({ storeId, effect, onClose }: ValueProps) {
  const client = useQueryClient();
  const value = useQuery(valueInsteadQuery(storeId, effect.id));
  const [chosen, setChosen] = useState<RemainderMethodEnum | null>(null);
  const [wantsEmail, setWantsEmail] = useState(true);
  const { asksForRefundOf: of } = effect;
  const claim = useQuery({ ...claimQuery(storeId, of?.id ?? 0), enabled: of?.kind === 'claim' });
  const hasEmail = claim.data?.customerEmail !== '';
  const isNotifying = wantsEmail && hasEmail;
  // Empty until edited: the usual text is used.
  const [edited, setEdited] = useState<Partial<EmailDraft>>({});
  const { issued = 0, ofPayment = 0, currencyCode = '', resolutionMethodEnums = [] } = value.data ?? {};
  const method = chosen ?? resolutionMethodEnums[0] ?? 'Refund';
  const { subject = '', header = '', body = '' } = value.data?.email ?? {};
  const email: EmailDraft = { subject, header, body, ...edited };
  const giving = useMutation({
    mutationFn: () =>
      call(giveValueInstead, {
        params: { storeId, effectId: effect.id },
        body: {
          resolutionMethodEnum: method,
          issued,
          ofPayment,
          ...(value.data ? { version: value.data.version } : {}),
          notifyCustomerByEmail: isNotifying ? email : null,
        },
      }),
    onSuccess: async () => {
      await renewEffects(client, storeId);
      onClose();
    },
    onError: (error) => {
      if (hasCode(error, 'SUMS_CHANGED')) void value.refetch();
      renewOvertaken(client, storeId, error);
    },
  });
  const canSend = value.data !== undefined && (!isNotifying || isComplete(email));
  return (
    <Dialog onClose={onClose} title="Issue the value instead" isChanged={Object.keys(edited).length > 0}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSend && !giving.isPending) giving.mutate();
          }}
        >
          <Stack gap="lg">
            {value.error && !value.data ? (
              <LoadProblem message={loadProblemText(value.error)} onRetry={() => void value.refetch()} />
            ) : null}
            {value.data ? (
              <>
                <Goods goods={value.data.goods} />
                <NativeSelect
                  label={`Issue ${moneyText(issued, currencyCode)} as`}
                  data={resolutionMethodEnums.map((each) => ({ value: each, label: methodName(methodOf(each)) }))}
                  value={method}
                  onChange={(event) => setChosen(RemainderMethodEnum.parse(event.currentTarget.value))}
                  data-autofocus
                />
                {ofPayment > 0 ? (
                  <Notice tone="neutral">
                    We'll refund the {moneyText(ofPayment, currencyCode)} the customer paid for them to their original
                    payment method.
                  </Notice>
                ) : null}
                <EmailChoice
                  label="Email the customer"
                  hasEmail={hasEmail}
                  noEmail="There's no email address. Add one with Edit customer on the claim's page."
                  isNotifying={isNotifying}
                  onChange={setWantsEmail}
                />
                {isNotifying ? (
                  <Stack gap="md">
                    <LanguageNote {...value.data.email} />
                    <EmailFields email={email} onChange={(part) => setEdited({ ...edited, ...part })} />
                  </Stack>
                ) : null}
              </>
            ) : value.error ? null : (
              <DialogSkeleton height={200} />
            )}
            {giving.error ? <Notice tone="bad">{problemText(giving.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={giving.isPending} disabled={!canSend}>
              {value.data ? `Issue ${moneyText(issued + ofPayment, currencyCode)}` : 'Issue the value'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Goods({ goods }: Pick<Value, 'goods'>) {
  return (
    <div>
      <p className="mg-p">These items won't be sent. This can't be undone.</p>
      <ul className="mg-deeds">
        {goods.map(({ title, quantity }) => (
          <li key={title}>
            {quantity} × <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
