import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { RegistrableProduct } from '#contract/customer/registrations.ts';
import { gtin14 } from '#core/registrations/gtin.ts';
import type { Named } from '#core/registrations/product-code.ts';
import { messageOf, portalCall } from '../../api.ts';
import { useStore } from '../../store.tsx';
import { ownText, t } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { canScan, CodeScanner } from './code-scanner.tsx';
import type { RegisterDraft } from './register-draft.ts';
import styles from './register.module.css';

type Props = {
  draft: RegisterDraft;
  form: { texts: { productHint: string; identifyText: string; identifyLinkText: string; identifyUrl: string } };
  error: string;
  /** The product of a code that led here; empty for none. */
  code: string;
  onCode: (code: Named) => void;
  /** Whether the product of a code is being looked for. */
  onFinding: (isFinding: boolean) => void;
  onChange: (part: Partial<RegisterDraft>) => void;
};

/** Picks the product: named by a code, scanned, or found by its name. */
export function ProductField({ draft, form, error, code, onCode, onFinding, onChange }: Props) {
  const id = useId();
  const { slug } = useStore();
  const [typed, setTyped] = useState('');
  const [scanned, setScanned] = useState(draft.product === null ? code : '');
  const [isScanning, setScanning] = useState(false);
  const searchTerm = useDebounced(typed.trim());
  const isOpen = draft.product === null;
  const query = scanned === '' ? { searchTerm } : { code: scanned };
  const found = useQuery({
    queryKey: ['registrable', slug, query, draft.channel, draft.date],
    queryFn: ({ signal }) =>
      portalCall(
        'registrableProducts',
        {
          params: { slug },
          query: {
            ...query,
            registrationChannelName: draft.channel,
            ...(draft.date === '' ? {} : { estimatedPurchaseDate: draft.date }),
          },
        },
        signal,
      ),
    enabled: isOpen && (searchTerm !== '' || scanned !== ''),
  });

  const pick = (product: RegistrableProduct, named: string): void => {
    const byCode = product.variants.find(
      ({ idFromPlatform, sku, gtin }) =>
        named !== '' &&
        (idFromPlatform === named ||
          sku.toLowerCase() === named.toLowerCase() ||
          (gtin !== null && gtin === gtin14(named))),
    );
    const only = product.variants.length === 1 ? product.variants[0] : undefined;
    setTyped('');
    setScanned('');
    onChange({ product, variantId: (byCode ?? only)?.idFromPlatform ?? '' });
  };
  const box = useRef<HTMLDivElement>(null);
  const scanner = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const wasScanning = useRef(isScanning);
  useEffect(() => {
    // Scanning is begun and stopped by buttons that take each other's place.
    if (wasScanning.current !== isScanning) scanner.current?.querySelector('button')?.focus();
    wasScanning.current = isScanning;
  }, [isScanning]);
  useOnce(scanned !== '' && found.data?.products.length === 1 ? found.data.products[0] : undefined, (product) => {
    wasPressed.current = box.current?.contains(document.activeElement) === true;
    pick(product, scanned);
  });
  const isFinding = isOpen && scanned !== '' && found.isFetching;
  useEffect(() => onFinding(isFinding), [isFinding, onFinding]);
  useEffect(() => {
    // The button that was pressed is gone.
    if (wasPressed.current) box.current?.querySelector<HTMLElement>('input,button')?.focus();
    wasPressed.current = false;
  }, [isOpen]);

  if (draft.product !== null)
    return (
      <div ref={box} className={styles.picked}>
        <Picture url={draft.product.imgUrl} />
        <strong dir="auto">{draft.product.title}</strong>
        <Button
          look="quiet"
          onClick={() => {
            wasPressed.current = true;
            onChange({ product: null, variantId: '', quantity: 1 });
          }}
        >
          {t('register.product.change')}
        </Button>
      </div>
    );
  const { productHint, identifyText, identifyLinkText, identifyUrl } = form.texts;
  const products = found.data?.products ?? [];
  return (
    <div ref={box} className={styles.product}>
      <label htmlFor={id}>{t('register.product')}</label>
      <span className={styles.hint} id={`${id}-hint`}>
        {identifyText === '' ? t('register.product.hint') : ownText(identifyText)}{' '}
        {identifyUrl !== '' && identifyLinkText !== '' && (
          <a href={identifyUrl} target="_blank" rel="noreferrer">
            {ownText(identifyLinkText)}
          </a>
        )}
      </span>
      <input
        id={id}
        type="search"
        name="product"
        className={styles.input}
        placeholder={ownText(productHint)}
        maxLength={100}
        dir="auto"
        autoComplete="off"
        value={typed}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => {
          setScanned('');
          setTyped(event.target.value);
        }}
        // Enter in a search must not send the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <span id={`${id}-error`} className={styles.error}>
        {error}
      </span>
      {canScan() && (
        <div ref={scanner} className={styles.scanner}>
          {isScanning ? (
            <CodeScanner
              onCode={(named) => {
                setScanning(false);
                setScanned(named.product);
                onCode(named);
              }}
              onStop={() => setScanning(false)}
            />
          ) : (
            <Button look="quiet" onClick={() => setScanning(true)}>
              {t('register.product.scan')}
            </Button>
          )}
        </div>
      )}
      {found.isError && (
        <Notice tone="bad">
          <p>{messageOf(found.error)}</p>
          <Button look="quiet" onClick={() => void found.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      <p aria-live="polite" className={styles.hint}>
        {found.isFetching && t('register.product.searching')}
        {found.data && products.length === 0 && t('register.product.none')}
        {found.data?.hasMore && t('register.product.more')}
      </p>
      <ul className={styles.found}>
        {products.map((product) => (
          <li key={product.idFromPlatform}>
            <button
              type="button"
              className={styles.choice}
              onClick={() => {
                wasPressed.current = true;
                pick(product, scanned);
              }}
            >
              <Picture url={product.imgUrl} size="small" />
              <span dir="auto">{product.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Does something once for a thing that has come. */
function useOnce<Thing>(thing: Thing | undefined, act: (thing: Thing) => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (thing !== undefined) latest.current(thing);
  }, [thing]);
}
