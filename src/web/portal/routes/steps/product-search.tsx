import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { messageOf } from '../../api.ts';
import { money } from '../../format.ts';
import { readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { differenceText } from '../../sums.ts';
import { differenceFrom, goodsKey, priceOf, productsQuery, type Product } from './goods.ts';
import styles from './product-search.module.css';
import type { Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

type Props = { flow: Flow; lineId?: string; isSearchable?: boolean; children: (product: Product) => ReactNode };

/** Products in stock as a grid, found by words; each is drawn by `children` inside its list item. */
export function ProductSearch({ flow, lineId, isSearchable = true, children }: Props) {
  const id = useId();
  // Who looks at one product and comes back finds the others as they were.
  const key = `makegood:search:${flow.slug}:${flow.order.idFromPlatform}:${lineId ?? 'shop'}`;
  const [search, setSearch] = useState(() => readSearch(key));
  useEffect(() => writeStored(key, search), [key, search]);
  const { typed, options, pages } = search;
  const searchTerm = useDebounced(isSearchable ? typed.trim() : '');
  const found = useQuery(productsQuery(flow, { searchTerm, options }, pages, lineId));
  const { products = [], filters = [] } = found.data ?? {};
  const isNarrowed = Object.keys(options).length > 0;
  const filterBy = (name: string, value: string): void => {
    const { [name]: _before, ...others } = options;
    setSearch({ typed, options: value === '' ? others : { ...others, [name]: value }, pages: 1 });
  };
  return (
    <section className={styles.search} aria-busy={found.isFetching}>
      <div hidden={!isSearchable}>
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
          onChange={(event) => setSearch({ typed: event.target.value, options, pages: 1 })}
          // Enter in a search must not go on to the next screen.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      {filters.length > 0 && (
        <fieldset aria-label={t('product.filters')} className={styles.filters}>
          {filters.map(({ name, values }) => (
            <label key={name} className={styles.filter}>
              <span dir="auto">{name}</span>
              <select
                className={styles.input}
                value={options[name] ?? ''}
                onChange={(event) => filterBy(name, event.target.value)}
              >
                <option value="">{t('product.filter.any')}</option>
                {values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            </label>
          ))}
        </fieldset>
      )}
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
          {searchTerm !== ''
            ? t('product.noMatch', { words: searchTerm })
            : t(isNarrowed ? 'product.noSuch' : 'product.none')}
        </p>
      )}
      {products.length > 0 && (
        <ul className={styles.grid}>
          {products.map((product) => (
            <li key={goodsKey(product)}>{children(product)}</li>
          ))}
        </ul>
      )}
      {found.data?.hasMore === true && (
        <Button
          look="quiet"
          isBusy={found.isPlaceholderData}
          onClick={() => setSearch({ ...search, pages: pages + 1 })}
        >
          {t('product.more')}
        </Button>
      )}
    </section>
  );
}

type Search = { typed: string; options: Readonly<Record<string, string>>; pages: number };

function readSearch(key: string): Search {
  const stored = readStored(key);
  const isSearch =
    typeof stored === 'object' && stored !== null && 'typed' in stored && 'options' in stored && 'pages' in stored;
  return isSearch ? (stored as Search) : { typed: '', options: {}, pages: 1 };
}

const countText = (count: number, hasMore: boolean): string =>
  t(hasMore ? 'product.count.more' : 'product.count', { count });

const fromText = (isFrom: boolean, price: string): string => (isFrom ? t('product.from', { price }) : price);

type FaceProps = { product: Product; name?: string; currencyCode: string };

/** Picture, name and price of a product. */
export function ProductFace({ product, name = product.title, currencyCode }: FaceProps) {
  const price = priceOf(product);
  const difference = differenceFrom(product);
  return (
    <>
      <Picture url={product.imgUrl} size="fill" />
      <span className={styles.name} dir="auto">
        {name}
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
