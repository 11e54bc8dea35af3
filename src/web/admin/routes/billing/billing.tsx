import { Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { showBilling } from '#contract/merchant/billing.ts';
import { planText } from '#core/stores/platform-plan.ts';
import { SUBSCRIPTION_WORDS } from '#core/stores/subscription.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText, plainMoneyText } from '../../../ui/money-text.tsx';
import { dayText } from '../../../ui/relative-date.ts';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { meQuery } from '../../me-query.ts';
import { isAdminOf, isSuperAdminOf, type MyStore } from '../../shell/access.ts';
import { approvalUrl, Approve, ContactUs } from '../../shell/banners.tsx';
import { NoRole } from '../../shell/problem-pages.tsx';
import { SUBSCRIPTION_NAMES } from '../../subscription-name.ts';
import '../books/books.css';
import './billing.css';
import { ProtectionBilling } from './protection-billing.tsx';
import { filesOf, isCountedInMoney, runsUntil, usageNames, type Billing } from './billing-words.ts';

const billingQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['billing', storeId],
    queryFn: ({ signal }) => call(showBilling, { params: { storeId } }, { signal }),
  });

/** What the subscription is, what was used this month, and what was billed (C2.09). */
export function BillingPage() {
  const { storeId } = useParams({ from: '/$storeId/billing' });
  const { data: mine } = useQuery(meQuery);
  const store = mine?.stores.find((one) => one.id === storeId);
  const isAllowed = mine !== undefined && store !== undefined && isAdminOf(store, mine.user.isProviderAdmin);
  const { data, error, refetch } = useQuery({ ...billingQuery(storeId), enabled: isAllowed });
  useDocumentTitle('Billing');
  if (!mine || !store) return null;
  if (!isAllowed) return <NoRole needed="Admin" />;
  return (
    <main className="mg-books" id="content">
      <header className="mg-list-head">
        <h1>Billing</h1>
      </header>
      <Subscription store={store} supportEmail={mine.support.email} />
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={240} /> : null}
      {data ? (
        <>
          <Usage data={data} />
          <Invoices data={data} />
          {isSuperAdminOf(store, mine.user.isProviderAdmin) ? (
            <ProtectionBilling storeId={storeId} slug={store.slug} />
          ) : null}
        </>
      ) : null}
    </main>
  );
}

const TONES = { success: 'good', warning: 'waiting', danger: 'bad', info: 'info' } as const;

function Subscription({ store, supportEmail }: { store: MyStore; supportEmail: string }) {
  const { tone, message } = SUBSCRIPTION_WORDS[store.subscriptionStatus];
  const approval = approvalUrl(store);
  const [now] = useState(() => new Date());
  return (
    <Section title="Subscription">
      <p className="mg-p">{message}</p>
      <div className="mg-billing-facts">
        <Facts
          facts={[
            [
              'Status',
              <StatusBadge
                key="status"
                status={{ label: SUBSCRIPTION_NAMES[store.subscriptionStatus], tone: TONES[tone] }}
              />,
            ],
            ['Runs until', runsUntil(store.invoiceDefinition, now)],
            ['Shopify plan', planText(store.shopifyPlan)],
          ]}
        />
      </div>
      {approval === null ? null : (
        <p className="mg-p">
          <Approve url={approval} />
        </p>
      )}
      <p className="mg-muted mg-p">
        To change it, <ContactUs email={supportEmail} />.
      </p>
    </Section>
  );
}

function Usage({ data }: { data: Billing }) {
  return (
    <Section title="Used this month">
      <table className="mg-postings">
        <caption className="mg-muted">{`${dayText(data.from)} to ${dayText(data.to)}, so far`}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Number</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {data.usage.map(({ line, count, amounts }) => (
            <tr key={line}>
              <th scope="row">{usageNames[line]}</th>
              <td>{count.toLocaleString('en-US')}</td>
              <td>
                {amounts.length > 0 ? (
                  amounts.map(({ amount, currencyCode }) => moneyText(amount, currencyCode)).join(', ')
                ) : (
                  <span className="mg-muted">{isCountedInMoney(line) ? 'No amount' : 'Counted by number'}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Invoices({ data: { invoices } }: { data: Billing }) {
  if (invoices.length === 0)
    return (
      <Section title="Invoices">
        <div className="mg-empty">
          <h2>No Invoices Found</h2>
          <p>Invoices appear here with a PDF and their details.</p>
        </div>
      </Section>
    );
  return (
    <Section title="Invoices">
      <ul className="mg-invoices" aria-label="Invoices, amounts in USD">
        {invoices.map((invoice) => {
          const period = `${dayText(invoice.fromDate.slice(0, 10))} to ${dayText(invoice.toDate.slice(0, 10))}`;
          return (
            <li key={invoice.id}>
              <strong>{period}</strong>
              <span className="mg-muted">{invoice.isMonthlyCrew ? 'Subscription' : 'Usage'}</span>
              <span className="mg-number">USD {plainMoneyText(invoice.totalAmount, 'USD')}</span>
              <span className="mg-invoice-files">
                {filesOf(invoice).map(({ name, url }) => (
                  <a key={name} href={url} download aria-label={`${name} of ${period}`}>
                    {name}
                  </a>
                ))}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
