import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { IconBan } from '@tabler/icons-react';
import { Link } from 'wouter';
import { lineOf } from '../../draft.ts';
import { day, isForLife, money, variantSubtitle } from '../../format.ts';
import { giftPage } from '../../path.ts';
import { useStore } from '../../store.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './items.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';

/** Which lines, and how many of each; what cannot be returned says why before any work is done. */
export function ItemsStep({ flow }: { flow: Flow }) {
  const { order, slug } = flow;
  const can = order.lineItems.filter(({ isEligible }) => isEligible);
  const cannot = order.lineItems.filter(({ isEligible }) => !isEligible);
  return (
    <StepFrame flow={flow} heading="What would you like to return?">
      {order.isGiftReturn ? <AboutGift /> : <AboutOrder order={order} />}
      {order.claims.length > 0 && <Claims slug={slug} order={order} />}
      {can.length === 0 ? (
        <NothingToReturn />
      ) : (
        <fieldset className={styles.lines}>
          <legend className={styles.legend}>Choose items</legend>
          {can.map((line) => (
            <ReturnableLine key={line.lineIdFromPlatform} flow={flow} line={line} />
          ))}
        </fieldset>
      )}
      {cannot.length > 0 && (
        <section className={styles.lines} aria-labelledby="cannot">
          <h2 id="cannot">Can't be returned</h2>
          <ul className={styles.lines}>
            {cannot.map((line) => (
              <li key={line.lineIdFromPlatform} className={styles.off}>
                <Picture url={line.imgUrl} />
                <div className={styles.texts}>
                  <LineName line={line} />
                  <p className={styles.why}>
                    <IconBan size={18} aria-hidden="true" />
                    {line.reasonText ?? "This item can't be returned."}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </StepFrame>
  );
}

function AboutOrder({ order }: { order: PortalOrder }) {
  return (
    <p className={styles.order}>
      {order.firstName !== '' && (
        <>
          Hello <span dir="auto">{order.firstName}</span>, here's your{' '}
        </>
      )}
      {order.firstName === '' && 'Your '}order <span className={styles.no}>{order.orderNo}</span>, placed{' '}
      {day(order.createdOn)}.
    </p>
  );
}

function AboutGift() {
  return <p className={styles.order}>Choose what you'd like to return. We won't tell the person who gave it to you.</p>;
}

function NothingToReturn() {
  const { name, supportEmail } = useStore();
  return (
    <Notice tone="info">
      <p>Nothing in this order can be returned right now. See the reason next to each item.</p>
      {supportEmail !== '' && (
        <p>
          If you think this is a mistake, email {name} at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      )}
    </Notice>
  );
}

function LineName({ line }: { line: PortalLine }) {
  return (
    <>
      <span className={styles.name} dir="auto">
        {line.name}
      </span>
      {variantSubtitle(line) !== '' && (
        <span className={styles.variant} dir="auto">
          {line.variantTitle}
        </span>
      )}
    </>
  );
}

function ReturnableLine({ flow, line }: { flow: Flow; line: PortalLine }) {
  const { draft, dispatch, order } = flow;
  const { lineIdFromPlatform: lineId, returnableQuantity: most } = line;
  const { quantity } = lineOf(draft, lineId);
  const setQuantity = (next: number): void => dispatch({ type: 'quantity', lineId, quantity: next });
  return (
    <div className={styles.card}>
      <label className={styles.line}>
        <input type="checkbox" checked={quantity > 0} onChange={(event) => setQuantity(event.target.checked ? 1 : 0)} />
        <Picture url={line.imgUrl} />
        <span className={styles.texts}>
          <LineName line={line} />
          {line.unitValue !== null && (
            <span className={styles.value}>
              {money(line.unitValue, order.currencyCode)}
              {line.quantity > 1 && ' each'}
            </span>
          )}
          <span className={styles.until}>{untilText(line)}</span>
          {most < line.quantity && (
            <span className={styles.until}>
              {most} of {line.quantity} can be returned
            </span>
          )}
        </span>
      </label>
      {quantity > 0 && most > 1 && (
        <div className={styles.quantity}>
          <span aria-hidden="true">How many?</span>
          <Quantity of={line.name} quantity={quantity} most={most} onChange={setQuantity} showsMost />
        </div>
      )}
    </div>
  );
}

function untilText({ returnUntil }: PortalLine): string {
  if (returnUntil === null) return 'Can be returned';
  return isForLife(returnUntil) ? 'Can be returned at any time' : `Return by ${day(returnUntil)}`;
}

function Claims({ slug, order }: { slug: string; order: PortalOrder }) {
  const pageOf = (externalId: string): string => {
    const page = `/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`;
    return order.isGiftReturn ? giftPage(page) : page;
  };
  return (
    <section className={styles.lines} aria-labelledby="claims">
      <h2 id="claims">{`Your ${kindsOf(order.claims)}`}</h2>
      <ul className={styles.claims}>
        {order.claims.map((claim) => (
          <li key={claim.externalId}>
            <Link href={pageOf(claim.externalId)} className={styles.claim}>
              <span>
                <span className={styles.claimNo}>{claim.externalId}</span>
                <span className={styles.until}>{day(claim.createdOn)}</span>
              </span>
              <StatusBadge status={claim.status} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the claims are called: "returns and warranty claims". */
const kindsOf = (claims: readonly { claimType: ClaimType }[]): string =>
  ClaimType.options
    .filter((type) => claims.some(({ claimType }) => claimType === type))
    .map((type) => CLAIM_TYPES[type].nouns)
    .join(' and ');
