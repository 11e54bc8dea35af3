import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { formatDate } from '#core/dates.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';

type Withdrawal = NonNullable<ClaimShown['withdrawal']>;

const STATES: Readonly<Record<Withdrawal['state'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Refund may wait', tone: 'waiting' },
  due: { label: 'Refund due', tone: 'info' },
  overdue: { label: 'Refund overdue', tone: 'bad' },
  done: { label: 'Carried out', tone: 'good' },
};

const dayText = (day: string): string => formatDate(`${day}T00:00:00Z`);

/** The customer's withdrawal by law, and the deadline of its refund. */
export function WithdrawalCard({ claim }: { claim: ClaimShown }) {
  const [isOpen, setOpen] = useState(false);
  const { withdrawal } = claim;
  if (withdrawal === null) return null;
  const { state, statedOn, email, refundDueDay, deliveryAmount } = withdrawal;
  return (
    <Section
      title="Withdrawal"
      action={
        <Button
          variant="transparent"
          c="var(--mg-link)"
          size="compact-sm"
          px={0}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          View statement
        </Button>
      }
    >
      <StatusBadge status={STATES[state]} />
      <Facts
        facts={[
          ['Stated', <DateText key="stated" date={statedOn} />],
          ...(state === 'done' ? [] : [['Refund by', dayText(refundDueDay)] as const]),
          ...(deliveryAmount > 0
            ? [
                [
                  'Includes delivery',
                  <MoneyText key="delivery" amount={deliveryAmount} currencyCode={claim.currencyCode} />,
                ] as const,
              ]
            : []),
          ['Copy sent to', <bdi key="copy">{email}</bdi>],
        ]}
      />
      {state === 'waiting' ? (
        <p className="mg-muted">
          The refund may wait until the goods are back or the customer has shown that they were sent.
        </p>
      ) : null}
      {isOpen ? <StatementDialog withdrawal={withdrawal} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}

function StatementDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { statement, statedOn, timeZone, lastDay } = withdrawal;
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone });
  return (
    <Dialog title="Statement of withdrawal" onClose={onClose}>
      {statement.map((paragraph) => (
        <p key={paragraph} dir="auto">
          {paragraph}
        </p>
      ))}
      <Facts
        facts={[
          ['Received', moment.format(new Date(statedOn))],
          ['Could be stated until', lastDay === null ? '14 days after the last package' : dayText(lastDay)],
        ]}
      />
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
