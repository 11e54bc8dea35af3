import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { IconBan } from '@tabler/icons-react';
import { Link } from 'wouter';
import { lineOf } from '../../draft.ts';
import { day, deadline, isForLife, money, variantSubtitle } from '../../format.ts';
import { giftPage } from '../../path.ts';
import { useStore } from '../../store.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
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
  if (can.length === 0) return <NothingToReturn slug={slug} order={order} />;
  return (
    <StepFrame flow={flow} heading="What would you like to return?">
      {order.isGiftReturn ? <AboutGift /> : <AboutOrder order={order} />}
      {order.claims.length > 0 && <Claims slug={slug} order={order} />}
      <fieldset className={styles.lines}>
        <legend className={styles.legend}>Choose items</legend>
        {can.map((line) => (
          <ReturnableLine key={line.lineIdFromPlatform} flow={flow} line={line} />
        ))}
      </fieldset>
      {cannot.length > 0 && (
        <section className={styles.lines} aria-labelledby="cannot">
          <h2 id="cannot">Can't be returned</h2>
          <Unreturnable lines={cannot} />
        </section>
      )}
    </StepFrame>
  );
}

function Unreturnable({ lines }: { lines: readonly PortalLine[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
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

/** Nothing to choose and no way on, except to a return that was made, or another order. */
function NothingToReturn({ slug, order }: { slug: string; order: PortalOrder }) {
  const { name, supportEmail } = useStore();
  const heading = 'Nothing to return right now';
  const lookup = `/p/${encodeURIComponent(slug)}${order.isGiftReturn ? '/gift' : ''}`;
  return (
    <div className={styles.nothing}>
      <Heading title={`${heading} – ${name}`}>{heading}</Heading>
      <p className={styles.order}>
        {order.isGiftReturn ? 'No item of this gift' : `No item of order ${order.orderNo}`} can be returned right now.
        See the reason next to each item.
      </p>
      {order.claims.length > 0 && <Claims slug={slug} order={order} />}
      <section className={styles.lines} aria-labelledby="cannot">
        <h2 id="cannot">{order.isGiftReturn ? 'Your gift' : 'Your order'}</h2>
        <Unreturnable lines={order.lineItems} />
      </section>
      {supportEmail !== '' && (
        <Notice tone="info">
          If you think this is a mistake, email {name} at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </Notice>
      )}
      <Link href={lookup} className={buttonClass('primary')}>
        Look up another order
      </Link>
    </div>
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
  return isForLife(returnUntil) ? 'Can be returned at any time' : `Return by ${deadline(returnUntil)}`;
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
  Object.entries(CLAIM_TYPES)
    .filter(([type]) => claims.some(({ claimType }) => claimType === type))
    .map(([, { nouns }]) => nouns)
    .join(' and ');
