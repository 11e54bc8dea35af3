import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isExpired, isNotFound, isPassing, messageOf, portalCall, type Answer } from '../../api.ts';
import { newRequestKey, withFile, type DraftMedia, type DraftRecipient } from '../../draft.ts';
import { dateOf, money, variantSubtitle } from '../../format.ts';
import { goTo } from '../../place.ts';
import { Queries } from '../../queries.tsx';
import { recipientOf, recipientProblems } from '../../recipient.ts';
import { dropStored, readStored, writeStored } from '../../storage.ts';
import { t } from '../../texts.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Failure, NotFound } from '../../ui/failure.tsx';
import { TextField } from '../../ui/field.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useUploads } from '../../use-uploads.ts';
import { Page } from '../page.tsx';
import page from '../page.module.css';
import { RecipientFields } from '../steps/recipient.tsx';
import { refundFor } from './shipping-words.ts';
import styles from './shipping.module.css';

type Place = { slug: string; idFromPlatform: string };
type Protection = Answer<'shippingProtection'>;
type Told = Protection['reasons'][number];
type Method = 'Refund' | 'Reorder';
/** What the shopper said, remembered by the tab until it is sent. */
type Said = {
  reason: Told['reason'] | null;
  units: Readonly<Record<string, number>>;
  method: Method | null;
  note: string;
  media: readonly DraftMedia[];
  recipient: DraftRecipient;
};

/** A problem with a package: what happened, to which items, and what the shopper would like. */
export function FileShippingClaim(place: Place) {
  return (
    <Queries>
      <OfOrder {...place} />
    </Queries>
  );
}

function OfOrder({ slug, idFromPlatform }: Place) {
  const known = useQuery({
    queryKey: ['shipping-protection', slug, idFromPlatform],
    queryFn: ({ signal }) => portalCall('shippingProtection', { params: { slug, idFromPlatform } }, signal),
    // What is being told stays, whatever else is looked at meanwhile.
    refetchOnWindowFocus: false,
  });
  const place = { slug, idFromPlatform };
  if (!known.data) {
    if (known.isPending || isExpired(known.error)) return <Skeleton />;
    if (isNotFound(known.error)) return <NotFound slug={slug} what="order" />;
    return <Failure error={known.error} onRetry={() => void known.refetch()} />;
  }
  const { whyNot, existing, storeName, isAnythingSent } = known.data;
  if (whyNot === 'SHIPPING_CLAIM_EXISTS') {
    return (
      <Page heading={t('shipping.exists.title')}>
        <p>{t('shipping.exists.detail')}</p>
        {existing && (
          <Link
            href={`/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(existing.externalId)}`}
            className={buttonClass('primary')}
          >
            {t('shipping.exists.view', { externalId: existing.externalId })}
          </Link>
        )}
        <BackToOrder {...place} />
      </Page>
    );
  }
  if (whyNot !== null || !isAnythingSent)
    return (
      <Page heading={t(whyNot === null ? 'shipping.title' : 'shipping.notAvailable.title')}>
        <Notice tone="info">
          <p>{whyNot === null ? t('shipping.notSent') : t('shipping.notAvailable.detail', { store: storeName })}</p>
        </Notice>
        <BackToOrder {...place} />
      </Page>
    );
  return <Form {...place} protection={known.data} onReadAgain={() => void known.refetch()} />;
}

const BackToOrder = ({ slug, idFromPlatform }: Place) => (
  <Link
    href={`/p/${encodeURIComponent(slug)}/order/${encodeURIComponent(idFromPlatform)}`}
    className={buttonClass('quiet')}
  >
    {t('shipping.back')}
  </Link>
);

/** Why a reason can't be told now; null where it can. */
function whyNotNow({ state, fromDay }: Told): string | null {
  switch (state) {
    case 'open':
      return null;
    case 'early':
      return fromDay === null ? t('shipping.early.delivery') : t('shipping.early.day', { day: dateOf(fromDay) });
    case 'late':
      return t('shipping.late');
    case 'delivered':
      return t('shipping.delivered');
  }
}

type FormProps = Place & {
  protection: Protection;
  /** What the shopper can do changed since it was read. */
  onReadAgain: () => void;
};

function Form({ slug, idFromPlatform, protection, onReadAgain }: FormProps) {
  const params = { slug, idFromPlatform };
  const key = `makegood:shipping:${slug}:${idFromPlatform}`;
  const [said, setSaid] = useState<Said>(() => readSaid(key) ?? startOf(protection));
  const { reason, units, method, note, media, recipient } = said;
  useEffect(() => writeStored(key, said), [key, said]);
  const say = (part: Partial<Said>): void => setSaid((before) => ({ ...before, ...part }));
  const [isTried, setTried] = useState(false);
  const [requestKey] = useState(newRequestKey);
  const form = useRef<HTMLFormElement>(null);
  const uploads = useUploads(params, key, (_, added) =>
    setSaid((before) => ({ ...before, media: withFile(before.media, added) })),
  );
  const told = protection.reasons.find((one) => one.reason === reason);
  const mostOf = (id: string): number => told?.units.find((one) => one.lineIdFromPlatform === id)?.quantity ?? 0;
  const items = protection.items.filter(({ lineIdFromPlatform: id }) => told === undefined || mostOf(id) > 0);
  const chosen = items.flatMap(({ lineIdFromPlatform }) => {
    const quantity = Math.min(units[lineIdFromPlatform] ?? 0, mostOf(lineIdFromPlatform));
    return quantity > 0 ? [{ lineIdFromPlatform, quantity }] : [];
  });
  const amount = refundFor(chosen, protection);
  const isReorder = method === 'Reorder';
  const problems = recipientProblems(recipient);
  const isUploading = uploads.list.some(({ failure }) => !failure);
  const missing = {
    reason: told?.state !== 'open',
    item: chosen.length === 0,
    photo: told?.isPhotoRequired === true && media.length === 0,
    method: method === null,
    recipient: isReorder ? Object.keys(problems).length > 0 : problems.email !== undefined,
  };
  const filing = useMutation({
    mutationFn: () => {
      if (reason === null || method === null) throw new Error('a reason and a method are chosen first');
      const { email, address } = recipientOf(recipient);
      return portalCall('fileShippingClaim', {
        params,
        body: {
          requestKey,
          reason,
          method,
          selections: chosen,
          note: note.trim(),
          mediaIds: media.map(({ mediaId }) => mediaId),
          email,
          shippingAddress: isReorder ? { ...address, phone: address.phone ?? '' } : null,
        },
      });
    },
    onSuccess: ({ externalId }) => {
      dropStored(key);
      uploads.clear();
      goTo(`/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`, { replace: true });
    },
    onError: (error) => isPassing(error) || onReadAgain(),
  });

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const first = Object.entries(missing).find(([, isMissing]) => isMissing)?.[0];
    if (first === undefined) {
      if (!filing.isPending && !isUploading) filing.mutate();
      return;
    }
    const [wrong] = Object.keys(problems);
    const name = first === 'recipient' ? (isReorder ? wrong : 'email') : first;
    const field = first === 'photo' ? '[data-wrong]' : `[name="${name}"]:not(:disabled)`;
    form.current?.querySelector<HTMLElement>(field)?.focus();
  }

  const missed = (isMissing: boolean, text: string) =>
    isTried &&
    isMissing && (
      <Notice tone="bad">
        <p>{text}</p>
      </Notice>
    );

  return (
    <Page heading={t('shipping.title')}>
      <p>{t('shipping.order', { orderNo: protection.orderNo })}</p>
      <form ref={form} onSubmit={submit} noValidate className={page.page}>
        <fieldset className={styles.group}>
          <legend>{t('shipping.reason.heading')}</legend>
          {protection.reasons.map((one) => (
            <div key={one.reason} className={styles.group}>
              <Choice
                name="reason"
                isChecked={reason === one.reason}
                onChoose={() => say({ reason: one.reason })}
                title={t(`shipping.reason.${one.reason}`)}
                whyNot={whyNotNow(one)}
              />
              {one.fromDay !== null && <Remind {...params} told={one} email={recipient.email} />}
            </div>
          ))}
          {missed(missing.reason, t('shipping.choose.reason'))}
        </fieldset>
        {told && (
          <>
            <fieldset className={styles.group}>
              <legend>{t('shipping.items.heading')}</legend>
              {items.map((item) => (
                <Item
                  key={item.lineIdFromPlatform}
                  item={item}
                  most={mostOf(item.lineIdFromPlatform)}
                  units={units[item.lineIdFromPlatform] ?? 0}
                  onChange={(quantity) => say({ units: { ...units, [item.lineIdFromPlatform]: quantity } })}
                />
              ))}
              {missed(missing.item, t('shipping.choose.item'))}
            </fieldset>
            <fieldset className={styles.group}>
              <legend>{t('shipping.photos.heading')}</legend>
              <p className={styles.muted}>
                {t(told.isPhotoRequired ? 'shipping.photos.required' : 'shipping.photos.optional')}
              </p>
              <FilePicker
                owner="shipping"
                media={media}
                uploads={uploads}
                isMissing={missing.photo}
                isTried={isTried}
                onRemove={(mediaId) => say({ media: media.filter((one) => one.mediaId !== mediaId) })}
              />
              {missed(missing.photo, t('refusal.PHOTO_REQUIRED'))}
            </fieldset>
            <fieldset className={styles.group}>
              <legend>{t('shipping.method.heading')}</legend>
              {(['Refund', 'Reorder'] as const).map((one) => (
                <Choice
                  key={one}
                  name="method"
                  isChecked={method === one}
                  onChoose={() => say({ method: one })}
                  title={t(`shipping.method.${one}`)}
                >
                  {one === 'Refund'
                    ? amount > 0
                      ? t('shipping.method.Refund.detail', { amount: money(amount, protection.currencyCode) })
                      : null
                    : t('shipping.method.Reorder.detail')}
                </Choice>
              ))}
              {missed(missing.method, t('shipping.choose.method'))}
            </fieldset>
            {isReorder && (
              <fieldset className={styles.group}>
                <legend>{t('shipping.address.heading')}</legend>
                <RecipientFields
                  recipient={recipient}
                  isTried={isTried}
                  hasEmail={false}
                  onChange={(part) => say({ recipient: { ...recipient, ...part } })}
                />
              </fieldset>
            )}
            <TextField
              label={t('shipping.email.label')}
              name="email"
              type="email"
              autoComplete="email"
              maxLength={255}
              value={recipient.email}
              error={isTried ? (problems.email ?? '') : ''}
              onChange={(event) => say({ recipient: { ...recipient, email: event.target.value } })}
            />
            <TextAreaField
              label={t('shipping.note.label')}
              name="note"
              isOptional
              rows={3}
              maxLength={2000}
              value={note}
              error=""
              onChange={(event) => say({ note: event.target.value })}
            />
          </>
        )}
        {filing.error !== null && (
          <Notice tone="bad">
            <p>{messageOf(filing.error)}</p>
          </Notice>
        )}
        <div className={styles.actions}>
          <Button type="submit" isBusy={filing.isPending || filing.isSuccess} disabled={isUploading}>
            {isUploading ? t('files.wait') : t('shipping.submit')}
          </Button>
          <BackToOrder {...params} />
        </div>
      </form>
    </Page>
  );
}

/** Nothing said yet, with what the order knows of the shopper. */
function startOf({ email, shippingAddress: address }: Protection): Said {
  const recipient = {
    email,
    firstName: address?.firstName ?? '',
    lastName: address?.lastName ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    stateOrProvinceCode: address?.stateOrProvinceCode ?? '',
    postalCode: address?.postalCode ?? '',
    countryCode: address?.countryCode ?? '',
    phone: address?.phone ?? '',
  };
  return { reason: null, units: {}, method: null, note: '', media: [], recipient };
}

function readSaid(key: string): Said | null {
  const stored = readStored(key);
  const isSaid =
    typeof stored === 'object' &&
    stored !== null &&
    'units' in stored &&
    'recipient' in stored &&
    'media' in stored &&
    Array.isArray(stored.media);
  return isSaid ? (stored as Said) : null;
}

type ItemProps = {
  item: Protection['items'][number];
  most: number;
  units: number;
  onChange: (units: number) => void;
};

function Item({ item, most, units, onChange }: ItemProps) {
  const subtitle = variantSubtitle(item);
  return (
    <div className={styles.item}>
      <label>
        <input
          type="checkbox"
          name="item"
          checked={units > 0}
          onChange={(event) => onChange(event.target.checked ? most : 0)}
        />
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
        </span>
      </label>
      {units > 0 && most > 1 && (
        <Quantity of={item.name} quantity={Math.min(units, most)} most={most} showsMost onChange={onChange} />
      )}
    </div>
  );
}

/** Asks for an email on the first day. */
function Remind({ slug, idFromPlatform, told, email }: Place & { told: Told; email: string }) {
  const reminding = useMutation({
    mutationFn: () =>
      portalCall('remindOfFiling', { params: { slug, idFromPlatform }, body: { reason: told.reason, email } }),
  });
  if (email === '') return null;
  if (reminding.data)
    return <output className={styles.muted}>{t('shipping.reminded', { day: dateOf(reminding.data.day) })}</output>;
  return (
    <>
      <Button
        look="quiet"
        isBusy={reminding.isPending}
        onClick={() => reminding.mutate()}
        aria-label={`${t('shipping.remind')}: ${t(`shipping.reason.${told.reason}`)}`}
      >
        {t('shipping.remind')}
      </Button>
      {reminding.error !== null && (
        <Notice tone="bad">
          <p>{messageOf(reminding.error)}</p>
        </Notice>
      )}
    </>
  );
}
