import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { changeOrderLine, type OrderLineShown, type OrderShown } from '#contract/merchant/orders.ts';
import { isolated } from '../../../ui/bidi.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { problemText } from '../../problem-words.ts';
import { LinePicture } from '../claim/line-picture.tsx';
import { orderQuery } from './order-queries.ts';
import { ELIGIBILITIES, eligibilityText } from './order-words.ts';

/** Every line and way of claiming it: until when, or why not; staff take lines out of it and put them back (C4.18). */
export function EligibilityDialog({ order, onClose }: { order: OrderShown; onClose: () => void }) {
  return (
    <Dialog title={`Eligibility of ${isolated(order.orderNo)}`} size="xl" onClose={onClose}>
      <ul className="mg-eligibility" aria-label="Items">
        {order.lineItems.map((line) => (
          <Line key={line.idFromPlatform} order={order} line={line} />
        ))}
      </ul>
    </Dialog>
  );
}

function Line({ order, line }: { order: OrderShown; line: OrderLineShown }) {
  const client = useQueryClient();
  const { storeId } = order;
  const marking = useMutation({
    mutationFn: (madeIneligibleOn: string | null) =>
      call(changeOrderLine, {
        params: { storeId, storeOrderId: order.id, lineItemId: line.idFromPlatform },
        body: { madeIneligibleOn },
      }),
    onSuccess: (changed) => client.setQueryData(orderQuery(storeId, order.idFromPlatform).queryKey, changed),
  });
  const isMarked = line.madeIneligibleOn !== null;
  return (
    <li className="mg-eligible-line">
      <div className="mg-eligible-head">
        <LinePicture url={line.imgUrl} size={40} />
        <span className="mg-eligible-name">
          <bdi>{line.name}</bdi>
          {line.variantTitle ? <bdi className="mg-muted">{line.variantTitle}</bdi> : null}
        </span>
        {line.isProtection ? null : (
          <Button
            variant="default"
            size="xs"
            loading={marking.isPending}
            aria-label={`${isMarked ? 'Reset' : 'Make ineligible'}: ${line.name}`}
            onClick={() => marking.mutate(isMarked ? null : new Date().toISOString())}
          >
            {isMarked ? 'Reset' : 'Make ineligible'}
          </Button>
        )}
      </div>
      {line.madeIneligibleOn !== null ? (
        <p className="mg-muted mg-p">
          Made ineligible by <bdi>{line.madeIneligibleBy}</bdi> <DateText date={line.madeIneligibleOn} isInSentence />.
          Neither the customer nor your staff can claim it until you reset it.
        </p>
      ) : null}
      {marking.error ? <Notice tone="bad">{problemText(marking.error)}</Notice> : null}
      <dl className="mg-eligible-ways">
        {ELIGIBILITIES.map(([key, label]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <StatusBadge
                status={
                  line.eligibility[key].isEligible
                    ? { label: 'Eligible', tone: 'good' }
                    : { label: 'Not eligible', tone: 'neutral' }
                }
              />
              <span>{eligibilityText(line.eligibility[key])}</span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
