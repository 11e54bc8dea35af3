import { Button, Skeleton, TextInput } from '@mantine/core';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { call } from '#contract/client.ts';
import {
  setRevenueShare,
  showProtectionBilling,
  type BillingLineShown,
} from '#contract/merchant/protection-billing.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { billingCsv } from '#core/protection/billing-csv.ts';
import { BILLING_KINDS } from '#core/protection/billing-lines.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { plainMoneyText } from '../../../ui/money-text.tsx';
import { NewerOlder, usePages } from '../../../ui/newer-older.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { saveCsv } from '../../../ui/save-file.ts';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.ts';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';

type Billed = RouteAnswer<typeof showProtectionBilling>;
type Props = { storeId: number; slug: string };

const Month = showProtectionBilling.query.shape.month;

const billedQuery = (storeId: number, month: string | undefined, before: number | undefined) =>
  queryOptions({
    queryKey: ['protection-billing', storeId, month, before],
    queryFn: ({ signal }) =>
      call(
        showProtectionBilling,
        { params: { storeId }, query: { ...(month ? { month } : {}), ...(before ? { before } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** What the provider bills the store for its shipping protection, month by month; only the provider sees it (S3.24). */
export function ProtectionBilling({ storeId, slug }: Props) {
  const [month, setMonth] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const pages = usePages();
  const { data, error, refetch, isPlaceholderData } = useQuery(billedQuery(storeId, month, pages.before));
  const exporting = useMutation({
    mutationFn: (of: string) => everyLine(storeId, of),
    onSuccess: (lines, of) => saveCsv(billingCsv(lines), `protection-${slug}-${of}.csv`),
    onError: (problem) => toast(problemText(problem), 'bad'),
  });
  const wrong = typed === undefined || typed === '' ? undefined : Month.safeParse(typed).error?.issues[0]?.message;
  return (
    <Section title="Shipping protection">
      <p className="mg-muted mg-p">Seen by provider admins, and by everyone in a test store.</p>
      <div className="mg-billed-head">
        <TextInput
          type="month"
          label="Month"
          placeholder="YYYY-MM"
          value={typed ?? data?.month ?? ''}
          error={wrong}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            // Where browsers have no field for months, it is text, and no month until it is whole.
            if (!Month.safeParse(value).success) return;
            setMonth(value);
            pages.turnTo([]);
          }}
        />
        <Button
          variant="default"
          disabled={!data || data.lines.length === 0}
          loading={exporting.isPending}
          onClick={() => data && exporting.mutate(data.month)}
        >
          Export CSV
        </Button>
      </div>
      {error && !data ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={200} />}
      {data?.lines.length === 0 ? (
        <div className="mg-empty">
          <h2>No Lines in This Month</h2>
          <p>Protected orders, refunds and reorders are recorded here as they happen.</p>
        </div>
      ) : null}
      {data && data.lines.length > 0 ? (
        <>
          <Totals totals={data.totals} />
          <Lines storeId={storeId} lines={data.lines} isBusy={isPlaceholderData} />
        </>
      ) : null}
      {data ? (
        <>
          <NewerOlder pages={pages} next={data.nextBefore} isBusy={isPlaceholderData} />
          <Share storeId={storeId} shares={data.shares} />
        </>
      ) : null}
    </Section>
  );
}

const MOST_AT_ONCE = 1000;

async function everyLine(storeId: number, month: string): Promise<BillingLineShown[]> {
  const lines: BillingLineShown[] = [];
  let before: number | null = null;
  do {
    const page: Billed = await call(showProtectionBilling, {
      params: { storeId },
      query: { month, take: MOST_AT_ONCE, ...(before === null ? {} : { before }) },
    });
    lines.push(...page.lines);
    before = page.nextBefore;
  } while (before !== null);
  return lines;
}

function Totals({ totals }: Pick<Billed, 'totals'>) {
  return (
    <table className="mg-postings">
      <caption className="mg-muted">Totals of the month</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Lines</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ kind, count, money }) => (
          <tr key={`${kind} ${money.currencyCode}`}>
            <th scope="row">{BILLING_KINDS[kind].all}</th>
            <td>{count.toLocaleString('en-US')}</td>
            <td>{amountText(money)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const amountText = ({ amount, currencyCode }: BillingLineShown['money']): string =>
  `${currencyCode} ${plainMoneyText(amount, currencyCode)}`;

function Lines({ storeId, lines, isBusy }: { storeId: number; lines: readonly BillingLineShown[]; isBusy: boolean }) {
  return (
    <table className="mg-postings" aria-busy={isBusy}>
      <caption className="mg-muted">Lines, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {BILLING_KINDS[line.kind].one}
              <span className="mg-entry-about">
                <DateText date={line.recordedOn} />
                <SubjectLink storeId={storeId} line={line} />
                {line.kind === 'revenueShare' && line.sharePercent !== null ? `${line.sharePercent}%` : null}
              </span>
            </th>
            <td>{amountText(line.money)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SubjectLink({ storeId, line: { subject, reference } }: { storeId: number; line: BillingLineShown }) {
  return 'shippingClaimId' in subject ? (
    <Link
      to="/$storeId/claims/shipping/$shippingClaimId"
      params={{ storeId, shippingClaimId: subject.shippingClaimId }}
    >
      {reference}
    </Link>
  ) : (
    <Link
      to="/$storeId/orders/lookup/$idFromPlatform"
      params={{ storeId, idFromPlatform: subject.orderIdFromPlatform }}
    >
      {reference}
    </Link>
  );
}

/** The store's share of the cover, with what it was before. */
function Share({ storeId, shares }: { storeId: number } & Pick<Billed, 'shares'>) {
  const client = useQueryClient();
  const headingId = useId();
  const current = shares[0]?.percent ?? 0;
  const [typed, setTyped] = useState<number | null>(null);
  const setting = useMutation({
    mutationFn: (percent: number) => call(setRevenueShare, { params: { storeId }, body: { percent } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['protection-billing', storeId] });
      setTyped(null);
      toast('Revenue share saved');
    },
  });
  const percent = typed ?? current;
  const isChanged = percent !== current && !Number.isNaN(percent);
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId}>Revenue share</h3>
      <p className="mg-muted mg-p">
        The store’s share of what is kept of the cover, rounded half up once for each order. A new rate is for orders
        bought from now on.
      </p>
      <form
        className="mg-billed-head"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !setting.isPending) setting.mutate(percent);
        }}
      >
        <TypedNumberInput label="Share, %" min={0} max={100} value={percent} onChange={setTyped} />
        <Button type="submit" disabled={!isChanged} loading={setting.isPending}>
          Save Share
        </Button>
      </form>
      {setting.error ? <Notice tone="bad">{problemText(setting.error)}</Notice> : null}
      {shares.length > 0 ? (
        <ul className="mg-shares" aria-label="Rates so far, newest first">
          {shares.map((share) => (
            <li key={share.setOn}>
              <span className="mg-number">{share.percent}%</span>
              <span className="mg-muted">
                from <DateText date={share.setOn} isInSentence />, set by <bdi>{share.setBy}</bdi>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
