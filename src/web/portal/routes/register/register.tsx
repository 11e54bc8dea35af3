import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { ApiError } from '#contract/client.ts';
import { fieldProblems } from '#core/claims/field-answers.ts';
import { readCode, type Named } from '#core/registrations/product-code.ts';
import { isPassing, messageOf, portalCall, type Answer } from '../../api.ts';
import { withFile } from '../../draft.ts';
import { isEmail } from '../../email.ts';
import { dateOf } from '../../format.ts';
import { FIELD_WORDS } from '../../field-words.ts';
import { Queries } from '../../queries.tsx';
import { recipientProblems } from '../../recipient.ts';
import { useStore } from '../../store.tsx';
import { currentLanguage, ownText, t } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUploads } from '../../use-uploads.ts';
import { CustomFields } from '../steps/custom-fields.tsx';
import { RecipientFields } from '../steps/recipient.tsx';
import { CertificateView } from './certificate-view.tsx';
import { ProductField } from './product-field.tsx';
import {
  draftProblems,
  dropDraft,
  filledFrom,
  keepDraft,
  keptDraft,
  refusedFields,
  type RegisterDraft,
  saidStill,
} from './register-draft.ts';
import styles from './register.module.css';

type Form = Answer<'registrationForm'>;
type Registered = Answer<'registerProduct'>;
type SaidByOrder = Answer<'orderToRegister'>;

/** Registering a product, from nothing or from a code that names it. */
export function Register() {
  return (
    <Queries>
      <RegisterScreen />
    </Queries>
  );
}

function RegisterScreen() {
  const { slug, pageTitle } = useStore();
  const {
    data: form,
    error,
    refetch,
  } = useQuery({
    queryKey: ['registration-form', slug],
    queryFn: ({ signal }) => portalCall('registrationForm', { params: { slug } }, signal),
  });
  const [registered, setRegistered] = useState<Registered | null>(null);
  const [round, setRound] = useState(0);
  if (!form) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  if (registered)
    return (
      <Done
        registered={registered}
        onAnother={() => {
          setRegistered(null);
          setRound(round + 1);
        }}
      />
    );
  return (
    <div className={styles.register}>
      <Heading title={t('page.title', { heading: t('register.heading'), store: pageTitle })}>
        {t('register.heading')}
      </Heading>
      {form.isOffered ? (
        <RegisterForm key={round} form={form} isFromCode={round === 0} onRegistered={setRegistered} />
      ) : (
        <Notice tone="info">
          <p>{t('register.off', { store: pageTitle })}</p>
        </Notice>
      )}
    </div>
  );
}

type FormProps = { form: Form; isFromCode: boolean; onRegistered: (registered: Registered) => void };

function RegisterForm({ form, isFromCode, onRegistered }: FormProps) {
  const { slug } = useStore();
  const code = useCode(isFromCode);
  const [draft, setDraft] = useState<RegisterDraft>(() => begun(keptDraft(slug), form, code));
  const [isTried, setTried] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [isProductAwaited, setProductAwaited] = useState(false);
  const [state, setState] = useState<{ isBusy: boolean; error: unknown; sent: unknown }>(NOT_SENT);
  const box = useRef<HTMLFormElement>(null);
  const uploads = useUploads({ slug, idFromPlatform: null }, `register:${slug}`, (_owner, media) =>
    setDraft((was) => ({ ...was, proofs: withFile(was.proofs, media, MOST_PROOFS) })),
  );
  const isUploading = uploads.list.some(({ failure }) => failure === null);
  const change = (part: Partial<RegisterDraft>): void => setDraft((was) => ({ ...was, ...part }));
  const own = (part: Partial<RegisterDraft['owner']>): void =>
    setDraft((was) => ({ ...was, owner: { ...was.owner, ...part } }));
  useEffect(() => keepDraft(slug, draft), [slug, draft]);

  const problems = draftProblems(draft, form);
  const wrong = {
    ...problems,
    ...(form.wantsAddress ? recipientProblems(draft.owner, form) : {}),
    ...fieldProblems(form.fields, draft.fields, FIELD_WORDS),
  };
  const said = saidStill(wordsOfFields(state.error, form), state.sent, requestOf(draft, form));
  const errorOf = (field: keyof typeof SERVER_NAMES): string => {
    const id = problems[field];
    if (isTried && !isProductAwaited && id !== undefined) return t(id as 'register.product.missing');
    return said[SERVER_NAMES[field]] ?? '';
  };
  function pick(part: Partial<RegisterDraft>): void {
    change(part);
    // The button that was pressed is gone; the product stands first.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus());
  }
  const order = useOrder(box, draft, (said) => setDraft((was) => filledFrom(said, was)));
  useSendWhenOnline(state.error, () => {
    const isAsSent = JSON.stringify(requestOf(draft, form)) === JSON.stringify(state.sent);
    if (isAsSent && Object.keys(wrong).length === 0 && !isUploading) void submit();
    // The shopper went on, and sends it once it is ready.
    else setState(NOT_SENT);
  });
  useEffect(() => {
    if (isProductAwaited && !isFinding) box.current?.requestSubmit();
  }, [isProductAwaited, isFinding]);

  async function submit(): Promise<void> {
    const request = requestOf(draft, form);
    setState({ isBusy: true, error: null, sent: request });
    try {
      const registered = await portalCall('registerProduct', { params: { slug }, body: request });
      dropDraft(slug);
      uploads.clear();
      onRegistered(registered);
    } catch (error) {
      setState({ isBusy: false, error, sent: request });
    }
  }

  function tried(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const names = Object.keys(wrong);
    const isAwaited = names.length === 1 && names[0] === 'product' && isFinding;
    setProductAwaited(isAwaited);
    if (isAwaited) return;
    if (names.length > 0) {
      // The first of them on the page.
      const marked = [...names.map((name) => `[name="${name}"]`), '[data-wrong="true"]'];
      const field = box.current?.querySelector<HTMLElement>(marked.join(', '));
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    } else if (!state.isBusy && !isUploading) void submit();
  }

  const isSending = state.isBusy || isProductAwaited;
  const { texts } = form;
  return (
    <form ref={box} onSubmit={tried} noValidate className={styles.form}>
      <p dir="auto">{texts.introduction === '' ? t('register.about') : ownText(texts.introduction)}</p>
      <ProductField
        draft={draft}
        form={form}
        error={errorOf('product')}
        code={code.product}
        onCode={(named) => setDraft((was) => ({ ...was, ...saidBy(named, was, form) }))}
        onFinding={setFinding}
        onChange={change}
      />
      {draft.product !== null && draft.product.variants.length > 1 && (
        <SelectField
          label={t('register.variant')}
          name="variant"
          value={draft.variantId}
          error={errorOf('variant')}
          onChange={(event) => change({ variantId: event.target.value })}
        >
          <option value="">{t('register.variant.choose')}</option>
          {draft.product.variants.map(({ idFromPlatform, title }) => (
            <option key={idFromPlatform} value={idFromPlatform}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      {form.serialFieldIds.length === 0 && draft.product !== null && (
        <div className={styles.units}>
          <span aria-hidden="true">{t('register.quantity')}</span>
          <Quantity
            of={draft.product.title}
            quantity={draft.quantity}
            most={MOST_UNITS}
            onChange={(quantity) => change({ quantity })}
          />
        </div>
      )}
      {form.channels.length > 1 && (
        <SelectField
          label={t('register.channel')}
          name="channel"
          value={draft.channel}
          error={errorOf('channel')}
          onChange={(event) => change({ channel: event.target.value })}
        >
          <option value="">{t('register.channel.choose')}</option>
          {form.channels.map((channel) => (
            <option key={channel}>{channel}</option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t('register.date')}
        name="date"
        type="date"
        max={form.today}
        value={draft.date}
        error={errorOf('date')}
        onChange={(event) => change({ date: event.target.value })}
      />
      <TextField
        label={t('register.orderNo')}
        hint={t('register.orderNo.hint')}
        name="orderNo"
        isOptional
        maxLength={100}
        autoComplete="off"
        value={draft.orderNo}
        error=""
        onChange={(event) => change({ orderNo: event.target.value })}
      />
      {order && <FromOrder said={order} isPicked={draft.product !== null} onPick={pick} />}
      {form.wantsAddress ? (
        <RecipientFields
          recipient={draft.owner}
          isTried={isTried}
          isPhoneRequired={form.isPhoneRequired}
          countryCodes={form.countryCodes}
          said={saidOfOwner(said)}
          onChange={own}
        />
      ) : (
        <Person draft={draft} isPhoneRequired={form.isPhoneRequired} errorOf={errorOf} onChange={own} />
      )}
      {form.fields.length > 0 && (
        <div>
          <CustomFields
            fields={form.fields}
            values={draft.fields}
            isTried={isTried}
            onChange={(id, value) => change({ fields: { ...draft.fields, [id]: value } })}
          />
          {form.fields.map(({ id }) => (
            <SaidOf key={id}>{said[`customFields.${id}`]}</SaidOf>
          ))}
        </div>
      )}
      {form.wantsProof && (
        <fieldset className={styles.proofs}>
          <legend>{t('register.proof')}</legend>
          <p className={styles.hint}>{t('register.proof.hint')}</p>
          <FilePicker
            owner="proof"
            media={draft.proofs}
            uploads={uploads}
            most={MOST_PROOFS}
            accept="image/*,application/pdf"
            add={t('register.proof.add')}
            full={t('register.proof.full', { most: MOST_PROOFS })}
            isMissing={problems['proofs'] !== undefined}
            isTried={isTried}
            onRemove={(mediaId) => change({ proofs: draft.proofs.filter((one) => one.mediaId !== mediaId) })}
          />
          <SaidOf>{errorOf('proofs')}</SaidOf>
        </fieldset>
      )}
      {form.consent && <ConsentField consent={form.consent} draft={draft} onChange={change} />}
      {state.error !== null && (
        <Notice tone={isOffline(state.error) ? 'info' : 'bad'}>
          <p>{isOffline(state.error) ? t('register.offline') : messageOf(state.error)}</p>
        </Notice>
      )}
      {isUploading && <output>{t('register.proof.busy')}</output>}
      <Button type="submit" isBusy={isSending}>
        {isSending ? t('register.submitting') : t('register.submit')}
      </Button>
    </form>
  );
}

function wordsOfFields(error: unknown, form: Form): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const texts = Object.entries(refusedFields(error, form));
  return Object.fromEntries(
    texts.map(([path, id]) => [path, id === null ? messageOf(error) : t(id as 'register.date.old')]),
  );
}

const MOST_UNITS = 99;
const MOST_PROOFS = 5;
const NOT_SENT = { isBusy: false, error: null, sent: null };

/** The server's names of what the form asks. */
const SERVER_NAMES = {
  product: 'variantIdFromPlatform',
  variant: 'variantIdFromPlatform',
  channel: 'registrationChannelName',
  date: 'estimatedPurchaseDate',
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  proofs: 'proofs',
} as const;

/** The server's texts by the fields of an owner, of whom the address is a part. */
const saidOfOwner = (said: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(said).map(([path, text]) => [path.replace(/^address\./, ''), text]));

/** An order whose number and email were typed, asked for once when both stand there; a wrong pair says nothing. */
function useOrder(
  form: RefObject<HTMLFormElement | null>,
  { orderNo, owner: { email } }: RegisterDraft,
  onFound: (said: SaidByOrder) => void,
): SaidByOrder | null {
  const { slug } = useStore();
  const asked = useRef('');
  const [said, setSaid] = useState<SaidByOrder | null>(null);
  async function look(): Promise<void> {
    const pair = { orderNo: orderNo.trim(), email: email.trim() };
    const key = JSON.stringify(pair);
    if (pair.orderNo === '' || !isEmail(pair.email) || asked.current === key) return;
    asked.current = key;
    setSaid(null);
    try {
      const found = await portalCall('orderToRegister', { params: { slug }, body: pair });
      if (asked.current !== key) return;
      setSaid(found);
      onFound(found);
    } catch {
      // The form asks for everything itself.
    }
  }
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  // Once a field is left: an email that is half typed would be a wrong one.
  useEffect(() => {
    const fields = form.current;
    const left = (): void => void latest.current();
    fields?.addEventListener('focusout', left);
    return () => fields?.removeEventListener('focusout', left);
  }, [form]);
  return said;
}

/** What an order knows, and which of its items it shall be. */
function FromOrder({
  said: { purchasedOn, items },
  isPicked,
  onPick,
}: {
  said: SaidByOrder;
  isPicked: boolean;
  onPick: (part: Pick<RegisterDraft, 'product' | 'variantId'>) => void;
}) {
  return (
    <Notice tone="good">
      <p>{t('register.order.found', { date: dateOf(purchasedOn) })}</p>
      {!isPicked && items.length > 1 && (
        <>
          <p>{t('register.order.choose')}</p>
          <ul className={styles.found}>
            {items.map(({ product, variantIdFromPlatform: variantId }) => (
              <li key={variantId}>
                <button type="button" className={styles.choice} onClick={() => onPick({ product, variantId })}>
                  <Picture url={product.imgUrl} size="small" />
                  <span dir="auto">{product.title}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

const isOffline = (error: unknown): boolean => isPassing(error) && !navigator.onLine;

const SaidOf = ({ children }: { children: ReactNode }) =>
  children === undefined || children === '' ? null : (
    <p className={styles.error} role="alert">
      {children}
    </p>
  );

const NOTHING: Named = { product: '', channel: '', serial: '' };

/** What the code that led here says. */
function useCode(isAsked: boolean): Named {
  const search = useSearch();
  const [code] = useState(() => (isAsked ? readCode(`${window.location.origin}/register?${search}`) : NOTHING));
  return code;
}

function begun(kept: RegisterDraft, form: Form, code: Named): RegisterDraft {
  const isNewCode = code.product !== '' && code.product !== kept.code;
  const draft = isNewCode ? { ...kept, code: code.product, product: null, variantId: '' } : kept;
  return { ...draft, ...saidBy(code, draft, form) };
}

/** What a code says beside the product: where it was bought, and its serial number. */
function saidBy({ channel, serial }: Named, { fields }: RegisterDraft, form: Form): Partial<RegisterDraft> {
  const [serialField] = form.serialFieldIds;
  return {
    ...(form.channels.includes(channel) ? { channel } : {}),
    ...(serialField !== undefined && serial !== '' ? { fields: { ...fields, [serialField]: serial } } : {}),
  };
}

/** Called once there is a connection again, after something could not be sent without one. */
function useSendWhenOnline(error: unknown, send: () => void): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const isWaiting = error !== null && isOffline(error);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const again = (): void => latest.current();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isWaiting]);
}

function requestOf(draft: RegisterDraft, form: Form) {
  const { owner } = draft;
  const { email, firstName, lastName, phone, ...place } = owner;
  return {
    variantIdFromPlatform: draft.variantId,
    // It isn't asked for beside a serial number, which names one unit; an older draft may have more.
    quantity: form.serialFieldIds.length > 0 ? 1 : draft.quantity,
    email: email.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    address: form.wantsAddress ? { ...place, firstName: firstName.trim(), lastName: lastName.trim(), phone } : null,
    registrationChannelName: draft.channel,
    estimatedPurchaseDate: draft.date,
    customerProvidedOrderNumber: draft.orderNo.trim(),
    proofs: draft.proofs.map(({ mediaId }) => mediaId),
    isConsentGiven: draft.isConsentGiven,
    customFields: form.fields.map(({ id }) => ({ id, value: draft.fields[id] ?? '' })),
    referrer: document.referrer.slice(0, 500),
    language: currentLanguage(),
  };
}

type PersonProps = {
  draft: RegisterDraft;
  isPhoneRequired: boolean;
  errorOf: (field: 'email' | 'firstName' | 'lastName' | 'phone') => string;
  onChange: (part: Partial<RegisterDraft['owner']>) => void;
};

function Person({ draft: { owner }, isPhoneRequired, errorOf, onChange }: PersonProps) {
  return (
    <>
      <TextField
        label={t('register.email')}
        hint={t('register.email.hint')}
        name="email"
        type="email"
        maxLength={255}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={owner.email}
        error={errorOf('email')}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <div className={styles.row}>
        <TextField
          label={t('register.firstName')}
          name="firstName"
          maxLength={100}
          autoComplete="given-name"
          value={owner.firstName}
          error={errorOf('firstName')}
          onChange={(event) => onChange({ firstName: event.target.value })}
        />
        <TextField
          label={t('register.lastName')}
          name="lastName"
          maxLength={100}
          autoComplete="family-name"
          value={owner.lastName}
          error={errorOf('lastName')}
          onChange={(event) => onChange({ lastName: event.target.value })}
        />
      </div>
      {isPhoneRequired && (
        <TextField
          label={t('register.phone')}
          name="phone"
          type="tel"
          maxLength={40}
          autoComplete="tel"
          value={owner.phone}
          error={errorOf('phone')}
          onChange={(event) => onChange({ phone: event.target.value })}
        />
      )}
    </>
  );
}

function ConsentField({
  consent,
  draft,
  onChange,
}: {
  consent: NonNullable<Form['consent']>;
  draft: RegisterDraft;
  onChange: (part: Partial<RegisterDraft>) => void;
}) {
  return (
    <div className={styles.consent} dir="auto">
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.isConsentGiven}
          onChange={(event) => onChange({ isConsentGiven: event.target.checked })}
        />
        <span>{consent.text}</span>
      </label>
      <p className={styles.hint}>{consent.description}</p>
      <p>
        <a href={consent.policyUrl} target="_blank" rel="noreferrer">
          {consent.title}
        </a>
      </p>
    </div>
  );
}

/** The certificate at once: who has just typed everything need not look for an email. */
function Done({ registered, onAnother }: { registered: Registered; onAnother: () => void }) {
  const { slug, pageTitle } = useStore();
  const { isNew, certificate } = registered;
  const heading = isNew ? t('register.done') : t('register.known');
  return (
    <div className={styles.register}>
      <Heading title={t('page.title', { heading, store: pageTitle })}>{heading}</Heading>
      <Notice tone={isNew ? 'good' : 'info'}>
        <p>{isNew ? t('register.done.about', { email: certificate.email }) : t('register.known.about')}</p>
      </Notice>
      <CertificateView slug={slug} certificate={certificate} />
      <Button look="quiet" onClick={onAnother}>
        {t('certificate.another')}
      </Button>
    </div>
  );
}
