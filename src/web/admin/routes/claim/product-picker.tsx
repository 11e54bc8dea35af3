import { Button, Skeleton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { productsQuery } from '../../queries.ts';
import { LinePicture } from './line-picture.tsx';
import { ProductVariants, type VariantChoice } from './variant-picker.tsx';

const DELAY_MS = 300;

/** Finds a product by its name or SKU, then offers its variants; the way back keeps what was typed. */
export function ProductPicker({ leaveOut = null, ...choice }: VariantChoice & { leaveOut?: string | null }) {
  const [term, setTerm] = useState('');
  const [asked] = useDebouncedValue(term.trim(), DELAY_MS);
  const [product, setProduct] = useState<{ id: string; title: string } | null>(null);
  const search = useRef<HTMLInputElement>(null);
  if (product)
    return (
      <div>
        <Button
          variant="transparent"
          c="var(--mg-link)"
          size="compact-sm"
          px={0}
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          onClick={() => {
            setProduct(null);
            setTimeout(() => search.current?.focus());
          }}
          data-autofocus
        >
          All products
        </Button>
        <p className="mg-p mg-picked-product">
          <bdi>{product.title}</bdi>
        </p>
        <ProductVariants {...choice} productId={product.id} />
      </div>
    );
  return (
    <div>
      <TextInput
        ref={search}
        type="search"
        label="Find a product"
        placeholder="Name or SKU"
        maxLength={100}
        dir="auto"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter belongs to the search here, not to the decision around it.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Products
        storeId={choice.storeId}
        term={asked}
        leaveOut={leaveOut}
        onOpen={(id, title) => setProduct({ id, title })}
      />
    </div>
  );
}

type ProductsProps = {
  storeId: number;
  term: string;
  leaveOut: string | null;
  onOpen: (id: string, title: string) => void;
};

function Products({ storeId, term, leaveOut, onOpen }: ProductsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(productsQuery(storeId, term));
  if (error) return <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack gap="xs" mt="sm">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={56} />
        ))}
      </Stack>
    );
  const products = data.products.filter((product) => product.idFromPlatform !== leaveOut);
  if (products.length === 0)
    return (
      <Notice tone="neutral">
        {term === '' ? 'No product options found. Select another resolution.' : 'No product has this name or SKU.'}
      </Notice>
    );
  return (
    <>
      <ul className="mg-variants" aria-label="Products" aria-busy={isPlaceholderData}>
        {products.map((product) => (
          <li key={product.idFromPlatform}>
            <UnstyledButton className="mg-variant" onClick={() => onOpen(product.idFromPlatform, product.title)}>
              <LinePicture url={product.imgUrl} size={40} />
              <span className="mg-variant-name">
                <bdi>{product.title}</bdi>
                <span className="mg-muted">
                  {product.variantCount === 1 ? '1 variant' : `${product.variantCount} variants`}
                </span>
              </span>
              <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {data.hasMore ? <p className="mg-muted mg-p">More products match. Keep typing to narrow the list.</p> : null}
    </>
  );
}
