import { IconArrowLeft } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { codeOf, messageOf, portalCall } from '../api.ts';
import { fetchFlow } from '../fetch-flow.ts';
import { giftPage } from '../path.ts';
import { useStore } from '../store.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './lookup.module.css';

const ENDED: Readonly<Record<string, string>> = {
  session: 'Your session ended to keep your gift safe. Find it again to continue; everything you entered is saved.',
  link: 'This link is no longer valid. Find your gift to continue.',
  claim: 'To see a return you started, open the link in our email to you.',
};

/** A gift recipient finds the order by its number or a tracking number and the shipping postal code. */
export function GiftLookup() {
  const store = useStore();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const ended = ENDED[search.get('ended') ?? ''];
  // From the link of a gift, which names its order.
  const [order, setOrder] = useState(search.get('order'));
  const home = `/p/${encodeURIComponent(store.slug)}`;
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });

  async function lookup(body: { number: string; postalCode: string }): Promise<void> {
    setState({ isBusy: true, error: null });
    try {
      const { idFromPlatform } = await portalCall('lookupGift', { params: { slug: store.slug }, body });
      navigate(giftPage(`${home}/order/${encodeURIComponent(idFromPlatform)}`));
    } catch (error) {
      // While numbers are guessed at, the order a link names is not enough.
      if (codeOf(error) === 'TRACKING_NUMBER_NEEDED') setOrder(null);
      setState({ isBusy: false, error });
    }
  }

  return (
    <div className={styles.lookup} onFocus={fetchFlow}>
      <Heading title={`Return a gift – ${store.name}`}>Return a gift</Heading>
      {ended !== undefined && <Notice tone="info">{ended}</Notice>}
      {store.isGiftReturnEnabled ? (
        <>
          {store.orderLookupGiftReturnDetailText !== '' && <p dir="auto">{store.orderLookupGiftReturnDetailText}</p>}
          <GiftForm {...state} order={order} onLookup={(body) => void lookup(body)} />
        </>
      ) : (
        <Notice tone="info">
          <p>{store.name} isn't accepting online gift returns right now.</p>
        </Notice>
      )}
      <p>
        <Link href={home} className={styles.other}>
          <IconArrowLeft size={20} aria-hidden="true" />I placed the order myself
        </Link>
      </p>
    </div>
  );
}

type FormProps = {
  isBusy: boolean;
  error: unknown;
  order: string | null;
  onLookup: (body: { number: string; postalCode: string }) => void;
};

function GiftForm({ isBusy, error, order, onLookup }: FormProps) {
  const [typed, setNumber] = useState('');
  const number = order ?? typed;
  const [postalCode, setPostalCode] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = { number: isTried && number.trim() === '', postalCode: isTried && postalCode.trim() === '' };

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    const empty = number.trim() === '' ? 'number' : postalCode.trim() === '' ? 'postalCode' : null;
    if (empty) form.current?.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus();
    else if (!isBusy) onLookup({ number: number.trim(), postalCode: postalCode.trim() });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {order === null && (
        <TextField
          label="Order number or tracking number"
          hint="It's on the packing slip or the shipping label."
          error={missing.number ? 'Enter the order number or tracking number.' : ''}
          name="number"
          value={number}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setNumber(event.target.value)}
        />
      )}
      <TextField
        label="Postal code"
        hint="From the address the gift was sent to."
        error={missing.postalCode ? 'Enter the postal code.' : ''}
        name="postalCode"
        value={postalCode}
        maxLength={20}
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setPostalCode(event.target.value)}
      />
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Looking for your gift' : 'Find my gift'}
      </Button>
    </form>
  );
}
