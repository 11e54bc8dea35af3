import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { answersTo } from '#core/claims/field-answers.ts';
import type { ClaimType } from '#core/claims/types.ts';
import { useMutation } from '@tanstack/react-query';
import { IconBan } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { isPassing, messageOf, portalCall, submittedAs } from '../../api.ts';
import { reviewable, wishesOf } from '../../ask.ts';
import { deviceFingerprint } from '../../device.ts';
import {
  asksPhone,
  claimable,
  lineOf,
  newRequestKey,
  phoneOf,
  withFile,
  type DraftMedia,
  type MoneyMethod,
} from '../../draft.ts';
import { phoneProblem, recipientOf, recipientProblems } from '../../recipient.ts';
import { dropStored, readStored, writeStored } from '../../storage.ts';
import { useStore } from '../../store.tsx';
import { methodName } from '../../sums.ts';
import { BackArrow } from '../../ui/back-arrow.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { useUploads } from '../../use-uploads.ts';
import own from './ask.module.css';
import items from './items.module.css';
import reasons from './reason.module.css';
import { PhoneField } from './phone.tsx';
import { RecipientFields } from './recipient.tsx';
import styles from './step-frame.module.css';
import type { Flow } from './step-frame.tsx';
import { ViewSubmitted } from './trouble.tsx';
import { ownText, t } from '../../texts.ts';
import { worded } from '../../words.ts';

/** What a review is asked for. */
export type AskedFor = { lineId: string; claimType: ClaimType; method: MoneyMethod | null };

/** What the shopper said, remembered by the tab until it is sent. */
type Said = {
  /** Sent again after a lost answer, it makes no second claim. */
  requestKey: string;
  quantities: Readonly<Record<string, number>>;
  method: MoneyMethod | null;
  reasonId: string;
  reasonDetail: string;
  comments: string;
  media: readonly DraftMedia[];
};

type Props = {
  flow: Flow;
  asked: AskedFor;
  onBack: () => void;
  /** The order may have changed since it was read. */
  onRefused: () => void;
  onSubmitted: (externalId: string) => void;
};

/** Asks staff to accept items that the rules of the store refuse. */
export function AskStep({ flow, asked, onBack, onRefused, onSubmitted }: Props) {
  const { order, slug, draft, dispatch } = flow;
  const { lineId, claimType } = asked;
  const store = useStore();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const key = `makegood:review:${claimType}:${slug}:${order.idFromPlatform}:${lineId}`;
  const [said, setSaid] = useState<Said>(() => readSaid(key) ?? startOf(flow, asked));
  const [isTried, setTried] = useState(false);
  useEffect(() => writeStored(key, said), [key, said]);
  const say = (part: Partial<Said>): void => setSaid((before) => ({ ...before, ...part }));
  const uploads = useUploads({ slug, idFromPlatform: order.idFromPlatform }, key, (_, media) =>
    setSaid((before) => ({ ...before, media: withFile(before.media, media) })),
  );

  const mostOf = (line: PortalLine): number => reviewable(line, claimType, line.lineIdFromPlatform === lineId);
  // The order may have changed since they were chosen.
  const unitsOf = (line: PortalLine): number => Math.min(said.quantities[line.lineIdFromPlatform] ?? 0, mostOf(line));
  const lines = order.lineItems.filter((line) => mostOf(line) > 0);
  const chosen = lines.filter((line) => unitsOf(line) > 0);
  const wishes = claimType === 'Return' ? wishesOf(chosen) : [];
  const method = said.method !== null && wishes.includes(said.method) ? said.method : (wishes[0] ?? null);
  // One reason is for all of the items.
  const offered = order.reasons.filter(({ id: reasonId }) =>
    chosen.every((line) => line.claimReasons[claimType]?.includes(reasonId)),
  );
  const reason = offered.find((one) => one.id === said.reasonId);
  const needsDetail = (reason?.details.length ?? 0) > 0;
  const isUploading = uploads.list.some(({ failure }) => !failure);
  const isPhoneRequired = order.isPhoneRequired[claimType];
  const isPhoneAsked = asksPhone(order, claimType);
  const problems = {
    items: chosen.length === 0 ? t('items.missing') : '',
    reason: reason ? '' : t('reason.missing'),
    detail: needsDetail && said.reasonDetail === '' ? t('reason.detail.missing') : '',
    comments: said.comments.trim() === '' ? t('ask.why.missing') : '',
    recipient: order.isGiftReturn
      ? (Object.values(recipientProblems(draft.recipient, { isPhoneRequired }))[0] ?? '')
      : '',
    phone: (isPhoneAsked ? phoneProblem(phoneOf(draft, order)) : null) ?? '',
  };
  const shown = (problem: string): string => (isTried ? problem : '');

  function leave(externalId: string): void {
    dropStored(key);
    uploads.clear();
    onSubmitted(externalId);
  }

  const isSending = useRef(false);
  const send = useMutation({
    mutationFn: () =>
      portalCall('askForReview', {
        params: { slug, idFromPlatform: order.idFromPlatform },
        body: {
          claimType,
          requestKey: said.requestKey,
          deviceFingerprint: deviceFingerprint(),
          ...(order.isGiftReturn ? { recipient: recipientOf(draft.recipient) } : {}),
          ...(isPhoneAsked ? { phone: phoneOf(draft, order) } : {}),
          selections: chosen.map((line, index) => ({
            lineIdFromPlatform: line.lineIdFromPlatform,
            quantity: unitsOf(line),
            reasonId: said.reasonId,
            reasonDetail: said.reasonDetail,
            comments: said.comments.trim(),
            method: claimType === 'Return' ? wishFor(line, method) : ('warrantyReview' as const),
            mediaIds: index === 0 ? said.media.map(({ mediaId }) => mediaId) : [],
            answers: answersOf(flow, line),
            customFields: fieldsOf(flow, line),
          })),
        },
      }),
    onSuccess: ({ externalId }) => leave(externalId),
    onError: (error) => isPassing(error) || submittedAs(error) !== null || onRefused(),
    onSettled: () => {
      isSending.current = false;
    },
  });

  const made = submittedAs(send.error);

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== '')) return showFirst();
    // A second press can arrive before the button is drawn disabled.
    if (isSending.current || isUploading) return;
    isSending.current = true;
    send.mutate();
  }

  /** Brings the first field with a problem into sight, once the problems are drawn. */
  function showFirst(): void {
    requestAnimationFrame(() => {
      const field =
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        form.current?.querySelector<HTMLElement>('input[type=checkbox]');
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    });
  }

  const heading = t('flow.askReview');
  return (
    <form ref={form} className={styles.frame} onSubmit={submit} noValidate>
      <Heading title={t('page.title', { heading, store: store.pageTitle })}>{heading}</Heading>
      <div className={styles.content}>
        <p className={items.order}>{t('ask.about', { store: store.pageTitle })}</p>
        <fieldset className={items.lines}>
          <legend className={items.legend}>{lines.length > 1 ? t('items.choose') : t('ask.item')}</legend>
          {lines.map((line) => (
            <Item
              key={line.lineIdFromPlatform}
              line={line}
              most={mostOf(line)}
              why={whyNot(flow, line, asked)}
              quantity={unitsOf(line)}
              isOnly={lines.length === 1}
              onChange={(quantity) => say({ quantities: { ...said.quantities, [line.lineIdFromPlatform]: quantity } })}
            />
          ))}
        </fieldset>
        {wishes.length > 1 && (
          <fieldset className={reasons.choices}>
            <legend className={reasons.legend}>{t('ask.wish')}</legend>
            {wishes.map((wish) => (
              <Choice
                key={wish}
                name={`${id}-method`}
                title={methodName(wish)}
                isChecked={wish === method}
                onChoose={() => say({ method: wish })}
              />
            ))}
          </fieldset>
        )}
        <SelectField
          label={t('reason.reason')}
          value={said.reasonId}
          error={shown(problems.reason)}
          onChange={(event) => say({ reasonId: event.target.value, reasonDetail: '' })}
        >
          <option value="">{t('ask.reason.choose')}</option>
          <Options of={offered} />
        </SelectField>
        {reason && needsDetail && (
          <SelectField
            label={t('reason.detail')}
            value={said.reasonDetail}
            error={shown(problems.detail)}
            onChange={(event) => say({ reasonDetail: event.target.value })}
          >
            <option value="">{t('ask.detail.choose')}</option>
            {reason.details.map((detail) => (
              <option key={detail} value={detail}>
                {ownText(detail)}
              </option>
            ))}
          </SelectField>
        )}
        <div>
          <label htmlFor={`${id}-why`} className={reasons.legend}>
            {t('ask.why')}
          </label>
          <textarea
            id={`${id}-why`}
            className={reasons.comments}
            rows={4}
            maxLength={2000}
            dir="auto"
            required
            value={said.comments}
            aria-invalid={shown(problems.comments) !== ''}
            aria-describedby={`${id}-why-error`}
            onChange={(event) => say({ comments: event.target.value })}
          />
          <p id={`${id}-why-error`} className={own.error}>
            {shown(problems.comments)}
          </p>
        </div>
        <fieldset>
          <legend className={reasons.legend}>
            {t('reason.media')} <span className={reasons.optional}>{t('common.optional')}</span>
          </legend>
          <FilePicker
            owner={lineId}
            media={said.media}
            uploads={uploads}
            onRemove={(mediaId) => say({ media: said.media.filter((media) => media.mediaId !== mediaId) })}
          />
        </fieldset>
        {isPhoneAsked && (
          <PhoneField
            phone={phoneOf(draft, order)}
            isTried={isTried}
            onChange={(phone) => dispatch({ type: 'phone', phone })}
          />
        )}
        {order.isGiftReturn && (
          <fieldset>
            <legend className={items.legend}>{t('ask.who')}</legend>
            <RecipientFields
              recipient={draft.recipient}
              isTried={isTried}
              isPhoneRequired={isPhoneRequired}
              onChange={(part) => dispatch({ type: 'recipient', part })}
            />
          </fieldset>
        )}
        {made !== null && (
          <Notice tone="info">
            <ViewSubmitted onView={() => leave(made)} />
          </Notice>
        )}
      </div>
      <div className={styles.bar}>
        <p role="alert" className={styles.missing}>
          {send.isError ? messageOf(send.error) : shown(Object.values(problems).find((one) => one !== '') ?? '')}
        </p>
        <div className={styles.buttons}>
          <Button look="quiet" onClick={onBack} className={styles.back}>
            <BackArrow />
            {t('flow.back')}
          </Button>
          <Button
            type="submit"
            className={styles.next}
            isBusy={send.isPending || send.isSuccess}
            disabled={isUploading}
          >
            {isUploading ? t('files.wait') : t('ask.send')}
          </Button>
        </div>
      </div>
    </form>
  );
}

const Options = ({ of }: { of: PortalOrder['reasons'] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {ownText(name)}
    </option>
  ));

type ItemProps = {
  line: PortalLine;
  most: number;
  why: string;
  quantity: number;
  isOnly: boolean;
  onChange: (quantity: number) => void;
};

/** An item with the sentence that refuses it. */
function Item({ line, most, why, quantity, isOnly, onChange }: ItemProps) {
  const about = (
    <>
      <Picture url={line.imgUrl} />
      <span className={items.texts}>
        <span className={items.name} dir="auto">
          {line.name}
        </span>
        <span className={items.why}>
          <IconBan size={18} aria-hidden="true" />
          <span dir="auto">{why}</span>
        </span>
      </span>
    </>
  );
  return (
    <div className={items.card}>
      {isOnly ? (
        <div className={own.only}>{about}</div>
      ) : (
        <label className={items.line}>
          <input
            type="checkbox"
            checked={quantity > 0}
            onChange={(event) => onChange(event.target.checked ? most : 0)}
          />
          {about}
        </label>
      )}
      {quantity > 0 && most > 1 && (
        <div className={items.quantity}>
          <span aria-hidden="true">{t('items.howMany')}</span>
          <Quantity of={line.name} quantity={quantity} most={most} onChange={onChange} showsMost />
        </div>
      )}
    </div>
  );
}

/** The sentence that refuses a line: an answer's, a method's, or that of the whole line. */
function whyNot({ draft }: Flow, line: PortalLine, { lineId, claimType, method }: AskedFor): string {
  const { answers } = lineOf(draft, line.lineIdFromPlatform);
  const yes = line.questions.find(({ ruleId }) => answers[ruleId] === 'yes');
  if (yes) return yes.onYesMessage === '' ? t('items.ineligible') : ownText(yes.onYesMessage);
  const ofMethod =
    method !== null && claimType === 'Return' && line.lineIdFromPlatform === lineId
      ? line.methods[method].whyNot
      : null;
  const said = ofMethod ?? claimable(line, claimType).whyNot;
  return said === null ? t('items.ineligible') : worded(said);
}

/** What the shopper wishes for, or what comes closest for this line. */
const wishFor = ({ review }: PortalLine, wish: MoneyMethod | null): MoneyMethod =>
  wish !== null && review?.methods.includes(wish) ? wish : (review?.methods[0] ?? 'refund');

const answersOf = ({ draft }: Flow, { lineIdFromPlatform, questions }: PortalLine) =>
  questions.flatMap(({ ruleId }) => {
    const answer = lineOf(draft, lineIdFromPlatform).answers[ruleId];
    return answer === undefined ? [] : [{ ruleId, answer }];
  });

/** What was already answered to the fields that the store asks about it. */
const fieldsOf = ({ draft }: Flow, { lineIdFromPlatform, demands }: PortalLine) =>
  answersTo(demands?.fields ?? [], lineOf(draft, lineIdFromPlatform).fieldValues).map(({ id, value }) => ({
    id,
    value,
  }));

/** What was already said about the item, and as many of it as were chosen. */
function startOf({ order, draft }: Flow, { lineId, claimType, method }: AskedFor): Said {
  const { quantity, reasonId, reasonDetail, comments, media } = lineOf(draft, lineId);
  const line = order.lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId);
  const most = line ? reviewable(line, claimType, true) : 1;
  return {
    requestKey: newRequestKey(),
    quantities: { [lineId]: quantity > 0 ? Math.min(quantity, most) : most },
    method,
    reasonId,
    reasonDetail,
    comments,
    media,
  };
}

function readSaid(key: string): Said | null {
  const stored = readStored(key);
  const isSaid =
    typeof stored === 'object' &&
    stored !== null &&
    'requestKey' in stored &&
    'quantities' in stored &&
    'comments' in stored &&
    'media' in stored &&
    Array.isArray(stored.media);
  return isSaid ? (stored as Said) : null;
}
