import type { ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { IconBan } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useId } from 'react';
import { reviewable } from '../../ask.ts';
import { choosable, claimable, claimTypesOf, lineOf } from '../../draft.ts';
import { day, deadline, isForLife, money, variantSubtitle } from '../../format.ts';
import { useStore } from '../../store.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { drawnOnce } from '../../ui/drawn-once.ts';
import { Quantity } from '../../ui/quantity.tsx';
import { Deliveries } from './deliveries.tsx';
import styles from './items.module.css';
import { Offers } from './offers.tsx';
import { OrderClaims } from './order-claims.tsx';
import chips from './reason.module.css';
import { WithdrawalLink } from '../withdrawal-link.tsx';
import { ShippingClaimOffer } from '../shipping/offer.tsx';
import { StepFrame, type Flow } from './step-frame.tsx';
import { ownText, rich, t } from '../../texts.ts';
import { worded } from '../../words.ts';

/** Which lines, and how many of each; what cannot be returned says why before any work is done. */
export function ItemsStep({ flow }: { flow: Flow }) {
  const { order, slug, draft } = flow;
  const { claimType } = draft;
  const can = order.lineItems.filter((line) => choosable(line, claimType) > 0);
  const cannot = order.lineItems.filter((line) => choosable(line, claimType) === 0);
  // Where nothing can be returned, only the warranty is offered; a review of a return can be asked for all the same.
  const tooLate = claimTypesOf(order).includes('Return')
    ? []
    : order.lineItems.filter((line) => reviewable(line, 'Return') > 0);
  const { warrantyItemsDetailText, orderHubStartRequestTitleText, orderHubStartRequestDetailText } = useStore();
  if (can.length === 0) return <NothingToReturn flow={flow} />;
  return (
    <StepFrame flow={flow} heading={t(`items.heading.${claimType}`)}>
      {order.isGiftReturn ? <AboutGift /> : <AboutOrder order={order} />}
      <Deliveries order={order} />
      {order.claims.length > 0 && <OrderClaims slug={slug} order={order} />}
      <WithdrawalLink slug={slug} {...order} />
      <ShippingClaimOffer slug={slug} order={order} />
      {orderHubStartRequestTitleText !== '' && <h2 dir="auto">{orderHubStartRequestTitleText}</h2>}
      {orderHubStartRequestDetailText !== '' && <p dir="auto">{orderHubStartRequestDetailText}</p>}
      {order.allowClaimTypeSelection && claimTypesOf(order).length > 1 && <TypeChoice flow={flow} />}
      {claimType === 'Warranty' && warrantyItemsDetailText !== '' && <p dir="auto">{warrantyItemsDetailText}</p>}
      {claimType === 'Warranty' && order.warrantyPolicyUrl !== '' && (
        <p>
          <a href={order.warrantyPolicyUrl}>{t('items.warrantyPolicy')}</a>
        </p>
      )}
      <fieldset className={styles.lines}>
        <legend className={styles.legend}>{t('items.choose')}</legend>
        {can.map((line) => (
          <ReturnableLine
            key={line.lineIdFromPlatform}
            order={order}
            line={line}
            claimType={claimType}
            quantity={lineOf(draft, line.lineIdFromPlatform).quantity}
            dispatch={flow.dispatch}
          />
        ))}
      </fieldset>
      {cannot.length > 0 && (
        <section className={styles.lines} aria-labelledby="cannot">
          <h2 id="cannot">{t(`items.cannot.${claimType}`)}</h2>
          <Unclaimable flow={flow} lines={cannot} claimTypes={[claimType]} />
        </section>
      )}
      {tooLate.length > 0 && (
        <section className={styles.lines} aria-labelledby="too-late">
          <h2 id="too-late">{t('items.cannot.Return')}</h2>
          <Unclaimable flow={flow} lines={tooLate} claimTypes={['Return']} />
        </section>
      )}
    </StepFrame>
  );
}

type UnclaimableProps = {
  flow: Flow;
  lines: readonly PortalLine[];
  /** What a review can be asked for as; why it can't be claimed is said for the first. */
  claimTypes: readonly [ClaimType, ...ClaimType[]];
};

function Unclaimable({ flow, lines, claimTypes }: UnclaimableProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.lineIdFromPlatform} className={styles.off}>
          <div className={styles.offLine}>
            <Picture url={line.imgUrl} />
            <div className={styles.texts}>
              <LineName line={line} />
              <p className={styles.why}>
                <IconBan size={18} aria-hidden="true" />
                <span dir="auto">{worded(claimable(line, claimTypes[0]).whyNot ?? { id: 'items.ineligible' })}</span>
              </p>
              {claimTypes
                .filter((type) => reviewable(line, type) > 0)
                .map((type) => (
                  <Link
                    key={type}
                    href={flow.askPage(line.lineIdFromPlatform, type)}
                    className={styles.ask}
                    aria-label={t('items.ask.about', { action: t(`items.ask.${type}`), item: line.name })}
                  >
                    {t(`items.ask.${type}`)}
                  </Link>
                ))}
            </div>
          </div>
          <Offers order={flow.order} line={line} />
        </li>
      ))}
    </ul>
  );
}

const AboutOrder = drawnOnce(({ order }: { order: PortalOrder }) => {
  const parts = {
    orderNo: (
      <bdi dir="ltr" className={styles.no}>
        {order.orderNo}
      </bdi>
    ),
    date: day(order.createdOn),
  };
  return (
    <p className={styles.order}>
      {order.firstName === ''
        ? rich('items.order', parts)
        : rich('items.order.named', { ...parts, name: <span dir="auto">{order.firstName}</span> })}
    </p>
  );
});

function AboutGift() {
  return <p className={styles.order}>{t('items.gift')}</p>;
}

/** Nothing to choose and no way on, except to a return that was made, or another order. */
function NothingToReturn({ flow }: { flow: Flow }) {
  const { slug, order } = flow;
  const { name, pageTitle, supportEmail } = useStore();
  const heading = t('items.none.heading');
  const lookup = `/p/${encodeURIComponent(slug)}${order.isGiftReturn ? '/gift' : ''}`;
  return (
    <div className={styles.nothing}>
      <Heading title={t('page.title', { heading, store: pageTitle })}>{heading}</Heading>
      <p className={styles.order}>
        {order.isGiftReturn ? t('items.none.gift') : t('items.none.order', { orderNo: order.orderNo })}
      </p>
      <Deliveries order={order} />
      {order.claims.length > 0 && <OrderClaims slug={slug} order={order} />}
      <WithdrawalLink slug={slug} {...order} />
      <ShippingClaimOffer slug={slug} order={order} />
      <section className={styles.lines} aria-labelledby="cannot">
        <h2 id="cannot">{order.isGiftReturn ? t('items.none.yourGift') : t('items.none.yourOrder')}</h2>
        <Unclaimable flow={flow} lines={order.lineItems} claimTypes={['Return', 'Warranty']} />
      </section>
      {supportEmail !== '' && (
        <Notice tone="info">
          {rich('items.none.mistake', { store: name, email: <a href={`mailto:${supportEmail}`}>{supportEmail}</a> })}
        </Notice>
      )}
      <Link href={lookup} className={buttonClass('primary')}>
        {t('items.none.other')}
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

type ReturnableProps = Pick<Flow, 'order' | 'dispatch'> & { line: PortalLine; claimType: ClaimType; quantity: number };

const ReturnableLine = drawnOnce(({ order, line, claimType, quantity, dispatch }: ReturnableProps) => {
  const { lineIdFromPlatform: lineId } = line;
  const most = choosable(line, claimType);
  const setQuantity = (next: number): void => dispatch({ type: 'quantity', lineId, quantity: next });
  return (
    <div className={styles.card}>
      <label className={styles.line}>
        <input type="checkbox" checked={quantity > 0} onChange={(event) => setQuantity(event.target.checked ? 1 : 0)} />
        <Picture url={line.imgUrl} />
        <span className={styles.texts}>
          <LineName line={line} />
          {line.unitValue !== null && claimType === 'Return' && (
            <span className={styles.value}>
              {line.quantity > 1
                ? t('items.each', { price: money(line.unitValue, order.currencyCode) })
                : money(line.unitValue, order.currencyCode)}
            </span>
          )}
          <span className={styles.until}>{untilText(line, claimType)}</span>
          {most < line.quantity && (
            <span className={styles.until}>{t(`items.some.${claimType}`, { most, quantity: line.quantity })}</span>
          )}
        </span>
      </label>
      {quantity > 0 && most > 1 && (
        <div className={styles.quantity}>
          <span aria-hidden="true">{t('items.howMany')}</span>
          <Quantity of={line.name} quantity={quantity} most={most} onChange={setQuantity} showsMost />
        </div>
      )}
      <Offers order={order} line={line} />
    </div>
  );
});

function untilText(line: PortalLine, claimType: ClaimType): string {
  const { most, until } = claimable(line, claimType);
  if (most === 0) return t('items.until.reason');
  if (claimType === 'Warranty')
    return until === null || isForLife(until)
      ? t('items.covered.life')
      : t('items.covered.until', { date: deadline(until) });
  if (until === null) return t('items.until.open');
  return isForLife(until) ? t('items.until.life') : t('items.until.date', { date: deadline(until) });
}

/** What the shopper came for, where an order is open to both. */
function TypeChoice({ flow: { order, draft, dispatch } }: { flow: Flow }) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{t('items.type')}</legend>
      <div className={chips.chips}>
        {claimTypesOf(order).map((type) => (
          <label key={type} className={chips.chip}>
            <input
              type="radio"
              name={name}
              checked={draft.claimType === type}
              onChange={() => dispatch({ type: 'claimType', claimType: type })}
            />
            <span>{t(`items.type.${type}`)}</span>
          </label>
        ))}
      </div>
      {order.claimTypeSelectionDetailText !== '' && (
        <p className={styles.typeAbout} dir="auto">
          {ownText(order.claimTypeSelectionDetailText)}
        </p>
      )}
      <p className={styles.typeAbout} aria-live="polite">
        {t(`items.type.${draft.claimType}.about`)}
      </p>
    </fieldset>
  );
}
