import { Link } from '@tanstack/react-router';
import { DateText } from '../../../ui/date-text.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CLAIM } from '../claims/claim-places.ts';
import { comparedText, runState, unexplained, type Run } from './books-words.ts';

type RunProps = { storeId: number; run: Run; isFirst: boolean };

/** One comparison: what it looked at, and each difference by its name, with the way to the claim. */
export function ReconciliationRun({ storeId, run, isFirst }: RunProps) {
  const isRunning = run.finishedOn === null && !run.lastError;
  return (
    <details className="mg-details mg-run" open={isFirst && unexplained(run).length > 0}>
      <summary>
        <DateText date={run.startedOn} />
        <StatusBadge status={runState(run)} />
        {isRunning ? null : (
          <span className="mg-muted">
            <bdi>{comparedText(run)}</bdi>
          </span>
        )}
      </summary>
      <p className="mg-muted mg-p">
        From <DateText date={run.fromOn} isInSentence /> to <DateText date={run.toOn} isInSentence />
      </p>
      {run.differences.length === 0 && !isRunning && !run.lastError ? (
        <p className="mg-p">Everything matches.</p>
      ) : null}
      <ul className="mg-differences">
        {[...unexplained(run), ...run.differences.filter((one) => one.isExplained)].map((difference) => (
          <Difference
            key={`${difference.code} ${difference.claimId} ${difference.message}`}
            storeId={storeId}
            difference={difference}
          />
        ))}
      </ul>
    </details>
  );
}

function Difference({ storeId, difference }: { storeId: number; difference: Run['differences'][number] }) {
  const { claimId, claimExternalId, orderNo, ours, theirs, currencyCode } = difference;
  return (
    <li>
      <div>
        <div className="mg-difference-head">
          <StatusBadge
            status={
              difference.isExplained ? { label: 'Explained', tone: 'neutral' } : { label: 'Not explained', tone: 'bad' }
            }
          />
          <bdi>{difference.message}</bdi>
        </div>
        <div className="mg-muted">
          {claimId === null ? null : (
            <>
              <Link to={CLAIM} params={{ storeId, type: 'Return', claimId }}>
                {claimExternalId ?? `Claim ${claimId}`}
              </Link>
              {' · '}
            </>
          )}
          {orderNo ? `Order ${orderNo} · ` : ''}
          <code>{difference.code}</code>
        </div>
      </div>
      {currencyCode !== null && (ours !== null || theirs !== null) ? (
        <dl className="mg-sides">
          <div>
            <dt>Ours</dt>
            <dd>{ours === null ? 'None' : <MoneyText amount={ours} currencyCode={currencyCode} />}</dd>
          </div>
          <div>
            <dt>Theirs</dt>
            <dd>{theirs === null ? 'None' : <MoneyText amount={theirs} currencyCode={currencyCode} />}</dd>
          </div>
        </dl>
      ) : null}
    </li>
  );
}
