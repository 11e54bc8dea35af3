import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { codeOf, isExpired, isNotFound, messageOf, portalCall, type Answer } from '../api.ts';
import { newRequestKey } from '../draft.ts';
import { isEmail } from '../email.ts';
import { dateOf, momentIn, money, variantSubtitle } from '../format.ts';
import { Queries } from '../queries.tsx';
import { dropStored, readStored, writeStored } from '../storage.ts';
import { t } from '../texts.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Failure, NotFound } from '../ui/failure.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Picture } from '../ui/picture.tsx';
import { Quantity } from '../ui/quantity.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { worded } from '../words.ts';
import { Page } from './page.tsx';
import page from './page.module.css';
import styles from './withdrawal.module.css';

type Place = { slug: string; idFromPlatform: string };
type Right = Answer<'getWithdrawal'>;
/** What the shopper states, remembered by the tab until it is confirmed. Quantities by line; none is left out. */
type Stating = { units: Readonly<Record<string, number>>; name: string; email: string };
type Stated = Answer<'stateWithdrawal'> & { requestKey: string };

/** The right of withdrawal: what is stated, then a second screen that confirms it, then when it was received. */
export function Withdrawal(place: Place) {
  return (
    <Queries>
      <OfOrder {...place} />
    </Queries>
  );
}

function OfOrder({ slug, idFromPlatform }: Place) {
  const right = useQuery({
    queryKey: ['withdrawal', slug, idFromPlatform],
    queryFn: ({ signal }) => portalCall('getWithdrawal', { params: { slug, idFromPlatform } }, signal),
    // What is being stated stays, whatever else is looked at meanwhile.
    refetchOnWindowFocus: false,
  });
  if (right.data)
    return (
      <Steps slug={slug} idFromPlatform={idFromPlatform} right={right.data} onReadAgain={() => void right.refetch()} />
    );
  if (right.isPending || isExpired(right.error)) return <Skeleton />;
  if (codeOf(right.error) === 'WITHDRAWAL_NOT_OFFERED')
    return <Closed slug={slug} idFromPlatform={idFromPlatform} why={t('withdrawal.off')} />;
  if (isNotFound(right.error)) return <NotFound slug={slug} what="order" />;
  return <Failure error={right.error} onRetry={() => void right.refetch()} />;
}

function Closed({ slug, idFromPlatform, why, children }: Place & { why: string; children?: ReactNode }) {
  return (
    <Page heading={t('withdrawal.heading')}>
      <Notice tone="info">
        <p>{why}</p>
      </Notice>
      {children}
      <BackToOrder slug={slug} idFromPlatform={idFromPlatform} />
    </Page>
  );
}

const BackToOrder = ({ slug, idFromPlatform }: Place) => (
  <Link
    href={`/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(idFromPlatform)}`}
    className={buttonClass('quiet')}
  >
    {t('withdrawal.back')}
  </Link>
);

function Steps({ slug, idFromPlatform, right, onReadAgain }: Place & { right: Right; onReadAgain: () => void }) {
  const params = { slug, idFromPlatform };
  const can = right.items.filter(({ quantity }) => quantity > 0);
  const key = `makegood:withdrawal:${slug}:${idFromPlatform}`;
  const [stating, setStating] = useState<Stating>(() => readStating(key) ?? everythingOf(right));
  useEffect(() => writeStored(key, stating), [key, stating]);
  // The order may have changed since it was chosen.
  const units = Object.fromEntries(
    can.flatMap(({ lineIdFromPlatform: id, quantity }): [string, number][] => {
      const chosen = stating.units[id];
      return chosen === undefined ? [] : [[id, Math.min(chosen, quantity)]];
    }),
  );
  const [stated, setStated] = useState<Stated | null>(null);
  const body = () => ({
    selections: Object.entries(units).map(([lineIdFromPlatform, quantity]) => ({
      lineIdFromPlatform,
      quantity,
    })),
    name: stating.name.trim(),
    email: stating.email.trim(),
  });
  const state = useMutation({
    mutationFn: () => portalCall('stateWithdrawal', { params, body: body() }),
    onSuccess: (answer) => setStated({ ...answer, requestKey: newRequestKey() }),
    onError: onReadAgain,
  });
  const confirm = useMutation({
    mutationFn: ({ statementKey, requestKey }: Stated) =>
      portalCall('confirmWithdrawal', { params, body: { ...body(), statementKey, requestKey } }),
    onSuccess: () => dropStored(key),
    // It is also another one where the shopper changed the language.
    onError: (error) => codeOf(error) === 'STATEMENT_CHANGED' && state.mutate(),
  });
  if (confirm.data) return <Received slug={slug} received={confirm.data} email={stating.email.trim()} />;
  if (!right.isOpen && right.lastDay !== null)
    return <Closed {...params} why={t('withdrawal.ended', { date: dateOf(right.lastDay) })} />;
  if (can.length === 0)
    return (
      <Closed {...params} why={t('withdrawal.nothing')}>
        <div className={styles.items}>
          {right.items.map((item) => (
            <OffItem key={item.lineIdFromPlatform} item={item} />
          ))}
        </div>
      </Closed>
    );
  if (stated)
    return (
      <Review
        right={right}
        stated={stated}
        email={stating.email.trim()}
        isBusy={confirm.isPending || state.isPending}
        error={state.error ?? confirm.error}
        onConfirm={() => confirm.mutate(stated)}
        onChange={() => {
          confirm.reset();
          setStated(null);
        }}
      />
    );
  return (
    <Statement
      right={right}
      stating={{ ...stating, units }}
      isBusy={state.isPending}
      error={state.error}
      onChange={setStating}
      onState={() => state.mutate()}
    >
      <BackToOrder {...params} />
    </Statement>
  );
}

/** All that can be withdrawn from, by the buyer. */
const everythingOf = ({ items, name, email }: Right): Stating => ({
  units: Object.fromEntries(
    items.flatMap(({ lineIdFromPlatform, quantity }): [string, number][] =>
      quantity > 0 ? [[lineIdFromPlatform, quantity]] : [],
    ),
  ),
  name,
  email,
});

function readStating(key: string): Stating | null {
  const stored = readStored(key);
  const isStating =
    typeof stored === 'object' &&
    stored !== null &&
    'units' in stored &&
    typeof stored.units === 'object' &&
    stored.units !== null &&
    'name' in stored &&
    'email' in stored;
  return isStating ? (stored as Stating) : null;
}

type StatementProps = {
  right: Right;
  stating: Stating;
  isBusy: boolean;
  error: Error | null;
  onChange: (stating: Stating) => void;
  onState: () => void;
  children: ReactNode;
};

/** The first screen: what is withdrawn from, by whom, and where the copy goes. */
function Statement({ right, stating, isBusy, error, onChange, onState, children }: StatementProps) {
  const { units, name, email } = stating;
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = {
    items: Object.keys(units).length === 0,
    name: name.trim() === '',
    email: !isEmail(email),
  };

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const first = missing.items ? 'item' : missing.name ? 'name' : missing.email ? 'email' : null;
    if (first !== null) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else if (!isBusy) onState();
  }

  return (
    <Page heading={t('withdrawal.heading')}>
      <p>
        {t('withdrawal.about', { orderNo: right.orderNo })}{' '}
        {right.lastDay === null ? t('withdrawal.untilArrived') : t('withdrawal.until', { date: dateOf(right.lastDay) })}
      </p>
      <form ref={form} onSubmit={submit} noValidate className={page.page}>
        <fieldset className={styles.items}>
          <legend>{t('withdrawal.items')}</legend>
          {right.items.map((item) => (
            <Item
              key={item.lineIdFromPlatform}
              item={item}
              units={units}
              onChange={(next) => onChange({ ...stating, units: next })}
            />
          ))}
          {isTried && missing.items && (
            <Notice tone="bad">
              <p>{t('withdrawal.items.missing')}</p>
            </Notice>
          )}
        </fieldset>
        {right.deliveryAmount > 0 && (
          <p>{t('withdrawal.delivery', { amount: money(right.deliveryAmount, right.currencyCode) })}</p>
        )}
        <TextField
          label={t('withdrawal.name')}
          error={isTried && missing.name ? t('withdrawal.name.missing') : ''}
          name="name"
          value={name}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => onChange({ ...stating, name: event.target.value })}
        />
        <TextField
          label={t('withdrawal.email')}
          hint={t('withdrawal.email.hint')}
          error={isTried && missing.email ? t('withdrawal.email.missing') : ''}
          name="email"
          type="email"
          value={email}
          maxLength={255}
          autoComplete="email"
          onChange={(event) => onChange({ ...stating, email: event.target.value })}
        />
        {error !== null && (
          <Notice tone="bad">
            <p>{messageOf(error)}</p>
          </Notice>
        )}
        <div className={styles.actions}>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? t('withdrawal.stating') : t('withdrawal.state')}
          </Button>
          {children}
        </div>
      </form>
    </Page>
  );
}

type ItemTextsProps = { item: Right['items'][number]; about: string | null };

function ItemTexts({ item, about }: ItemTextsProps) {
  const subtitle = variantSubtitle(item);
  return (
    <>
      <Picture url={item.imgUrl} />
      <span className={styles.texts}>
        <span className={styles.name} dir="auto">
          {item.name}
        </span>
        {subtitle !== '' && (
          <span className={styles.muted} dir="auto">
            {subtitle}
          </span>
        )}
        {about !== null && (
          <span className={styles.muted} dir="auto">
            {about}
          </span>
        )}
      </span>
    </>
  );
}

/** One that can't be withdrawn from says why. */
const OffItem = ({ item }: Pick<ItemTextsProps, 'item'>) => (
  <div className={styles.off}>
    <ItemTexts item={item} about={item.whyNot && worded(item.whyNot)} />
  </div>
);

type ItemProps = {
  item: Right['items'][number];
  units: Stating['units'];
  onChange: (units: Stating['units']) => void;
};

function Item({ item, units, onChange }: ItemProps) {
  const { lineIdFromPlatform: id, name, quantity } = item;
  const chosen = units[id];
  if (quantity === 0) return <OffItem item={item} />;
  const { [id]: _, ...others } = units;
  return (
    <div className={styles.item}>
      <label>
        <input
          type="checkbox"
          name="item"
          checked={chosen !== undefined}
          onChange={(event) => onChange(event.target.checked ? { ...units, [id]: quantity } : others)}
        />
        <ItemTexts item={item} about={null} />
      </label>
      {chosen !== undefined && quantity > 1 && (
        <Quantity
          of={name}
          quantity={chosen}
          most={quantity}
          showsMost
          onChange={(next) => onChange({ ...units, [id]: next })}
        />
      )}
    </div>
  );
}

type ReviewProps = {
  right: Right;
  stated: Stated;
  email: string;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onChange: () => void;
};

/** The second screen: the statement as it will be kept. */
function Review({ right, stated, email, isBusy, error, onConfirm, onChange }: ReviewProps) {
  const heading = useId();
  const amount = money(stated.refundAmount, right.currencyCode);
  return (
    <Page heading={t('withdrawal.review.heading')}>
      <section className={styles.statement} aria-labelledby={heading}>
        <h2 id={heading}>{t('withdrawal.review.statement')}</h2>
        {stated.statement.map((paragraph) => (
          <p key={paragraph} dir="auto">
            {paragraph}
          </p>
        ))}
      </section>
      <p>
        {stated.deliveryAmount > 0
          ? t('withdrawal.review.refund.delivery', {
              amount,
              delivery: money(stated.deliveryAmount, right.currencyCode),
            })
          : t('withdrawal.review.refund', { amount })}{' '}
        {t('withdrawal.review.copy', { email })}
      </p>
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={() => !isBusy && onConfirm()}>
          {isBusy ? t('withdrawal.confirming') : t('withdrawal.confirm')}
        </Button>
        <Button look="quiet" onClick={() => !isBusy && onChange()}>
          {t('withdrawal.change')}
        </Button>
      </div>
    </Page>
  );
}

type ReceivedProps = { slug: string; received: Answer<'confirmWithdrawal'>; email: string };

function Received({ slug, received: { externalId, statedOn, timeZone }, email }: ReceivedProps) {
  return (
    <Page heading={t('withdrawal.done.heading')}>
      <Notice tone="good">
        <p>{t('withdrawal.done.about', { moment: momentIn(statedOn, timeZone), email })}</p>
      </Notice>
      <p>{t('withdrawal.done.next')}</p>
      <Link
        href={`/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`}
        className={buttonClass('primary')}
      >
        {t('withdrawal.done.view')}
      </Link>
    </Page>
  );
}
