import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { listBackTestedClaims, type BackTestShown, type DifferentClaim } from '#contract/merchant/back-tests.ts';
import { verdictText } from '#core/automations/explain.ts';
import { HOOKS } from '#core/automations/hooks.ts';
import { checkRule } from '#core/automations/rule.ts';
import { csvLine } from '#core/lists/report.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { saveCsv } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { differentClaimsQuery, explainedQuery, type Explained } from './back-test-queries.ts';
import { wordsOf, type StoreThings } from './store-things.ts';
import { useStoreThings } from './use-store-things.ts';

type ListProps = { storeId: number; test: BackTestShown };

/** The claims that come out differently, each with what the rules made of it before and after. */
export function DifferentClaims({ storeId, test }: ListProps) {
  const query = useInfiniteQuery(differentClaimsQuery(storeId, test.id));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const claims = data?.pages.flatMap((page) => page.claims) ?? [];
  const [openId, open] = useState<number | null>(null);
  return (
    <section aria-label="Claims that come out differently">
      <header className="mg-back-test-list-head">
        <h2>Claims that come out differently</h2>
        <ExportButton storeId={storeId} test={test} />
      </header>
      {error && !data ? <LoadProblem message={loadProblemText(error)} onRetry={() => void query.refetch()} /> : null}
      {data || error ? null : <Skeleton height={120} />}
      <ul className="mg-back-test-claims">
        {claims.map((claim) => (
          <li key={claim.claimId}>
            <ClaimLine storeId={storeId} claim={claim} />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={openId === claim.claimId}
              onClick={() => open(openId === claim.claimId ? null : claim.claimId)}
            >
              Why?
            </Button>
            {openId === claim.claimId ? <Why storeId={storeId} testId={test.id} claimId={claim.claimId} /> : null}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

const ClaimLine = ({ storeId, claim }: { storeId: number; claim: DifferentClaim }) => (
  <div className="mg-back-test-claim">
    <Link to="/$storeId/claims/$type/$claimId" params={{ storeId, type: claim.claimType, claimId: claim.claimId }}>
      {claim.externalId}
    </Link>{' '}
    <span className="mg-back-test-help">
      Order {claim.orderNo}, <DateText date={claim.createdOn} isInSentence />
    </span>
    <ul>
      {claim.differences.map((text) => (
        <li key={text}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  </div>
);

function Why({ storeId, testId, claimId }: { storeId: number; testId: number; claimId: number }) {
  const { data, error, refetch } = useQuery(explainedQuery(storeId, testId, claimId));
  const { things } = useStoreThings(storeId);
  if (error) return <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />;
  if (!data || !things) return <Skeleton height={60} />;
  return (
    <div className="mg-back-test-why">
      <Asked title="Rules that ran" asked={data.before} things={things} />
      <Asked title="Draft" asked={data.after} things={things} />
    </div>
  );
}

function Asked({ title, asked, things }: { title: string; asked: Explained['before']; things: StoreThings }) {
  const lines = asked.receipts.flatMap((receipt) => linesOf(receipt, asked.rules, things));
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {lines.length === 0 ? <p>No rule had a say.</p> : null}
      <ul>
        {lines.map((line) => (
          <li key={line.key} data-match={line.isMatch}>
            <bdi>{line.name}</bdi> {line.isMatch ? 'matched' : 'did not match'} ({line.moment}). <bdi>{line.text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Asked = Explained['before'];

/** How each rule of a moment came out, item by item. */
function linesOf(receipt: Asked['receipts'][number], rules: Asked['rules'], things: StoreThings) {
  return receipt.subjects.flatMap(({ subject, facts, verdicts }) =>
    verdicts.flatMap((verdict) => {
      const rule = runnable(rules.find(({ id }) => id === verdict.ruleId));
      if (!rule) return [];
      const text = verdictText(rule, verdict, facts, wordsOf(things));
      const { name } = rule;
      const moment = HOOKS[receipt.hook].label.toLowerCase();
      return [{ key: `${receipt.hook} ${subject} ${rule.id}`, name, moment, isMatch: verdict.isMatch, text }];
    }),
  );
}

function runnable(kept: Asked['rules'][number] | undefined) {
  const checked = kept && checkRule(kept);
  return checked && 'rule' in checked ? checked.rule : null;
}

/** Saves all of them as a file with a line for each difference. */
function ExportButton({ storeId, test }: ListProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const lines = [csvLine(['Claim', 'Order', 'Created on', 'Difference'])];
      for (let after: number | null = 0; after !== null;) {
        const page: { claims: DifferentClaim[]; next: number | null } = await call(listBackTestedClaims, {
          params: { storeId, backTestId: test.id },
          query: { after },
        });
        for (const { externalId, orderNo, createdOn, differences } of page.claims)
          for (const text of differences) lines.push(csvLine([externalId, orderNo, createdOn, text]));
        after = page.next;
      }
      saveCsv(lines.join(''), `back-test-${test.from}-${test.until}.csv`);
    } catch (error) {
      toast(problemText(error), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}
