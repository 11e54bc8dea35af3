import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { messageOf } from '../../api.ts';
import { money } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { differenceText } from '../../sums.ts';
import { differenceFrom, priceOf, productsQuery, type Product } from './goods.ts';
import styles from './product-search.module.css';
import type { Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

const DEBOUNCE_MS = 300;

type Props = { flow: Flow; lineId?: string; children: (product: Product) => ReactNode };

/** Products in stock as a grid, found by words; each is drawn by `children` inside its list item. */
export function ProductSearch({ flow, lineId, children }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [pages, setPages] = useState(1);
  const searchTerm = useDebounced(typed.trim());
  const found = useQuery(productsQuery(flow, searchTerm, pages, lineId));
  const products = found.data?.products ?? [];
  return (
    <section className={styles.search} aria-busy={found.isFetching}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {t('product.search')}
        </label>
        <input
          id={id}
          type="search"
          className={styles.input}
          placeholder={t('product.search.example')}
          maxLength={100}
          dir="auto"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setPages(1);
          }}
          // Enter in a search must not go on to the next screen.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      {found.isPending && <GridSkeleton />}
      {found.isError && (
        <Notice tone="bad">
          <p>{messageOf(found.error)}</p>
          <Button look="quiet" onClick={() => void found.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      <p className={styles.words} aria-live="polite">
        {found.data && countText(products.length, found.data.hasMore)}
      </p>
      {found.data && products.length === 0 && (
        <p className={styles.none}>
          {searchTerm === '' ? t('product.none') : t('product.noMatch', { words: searchTerm })}
        </p>
      )}
      {products.length > 0 && (
        <ul className={styles.grid}>
          {products.map((product) => (
            <li key={product.idFromPlatform}>{children(product)}</li>
          ))}
        </ul>
      )}
      {found.data?.hasMore === true && (
        <Button look="quiet" isBusy={found.isPlaceholderData} onClick={() => setPages((before) => before + 1)}>
          {t('product.more')}
        </Button>
      )}
    </section>
  );
}

const countText = (count: number, hasMore: boolean): string =>
  t(hasMore ? 'product.count.more' : 'product.count', { count });

const fromText = (isFrom: boolean, price: string): string => (isFrom ? t('product.from', { price }) : price);

/** Picture, name and price of a product. */
export function ProductFace({ product, currencyCode }: { product: Product; currencyCode: string }) {
  const price = priceOf(product);
  const difference = differenceFrom(product);
  return (
    <>
      <Picture url={product.imgUrl} size="fill" />
      <span className={styles.name} dir="auto">
        {product.title}
      </span>
      {price && <span className={styles.price}>{fromText(price.isFrom, money(price.from, currencyCode))}</span>}
      {difference && (
        <span className={styles.difference}>
          {fromText(difference.isFrom, differenceText(difference.from, currencyCode))}
        </span>
      )}
    </>
  );
}

function GridSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.skeleton} />
      ))}
    </div>
  );
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
