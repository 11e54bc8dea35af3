import { Button, Skeleton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { productVariants } from '#contract/merchant/registrations.ts';
import { goodsTitle } from '#core/claims/exchange.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { productsQuery } from '../../queries.ts';
import { LinePicture } from '../claim/line-picture.tsx';

const DELAY_MS = 300;

export type FoundVariant = { idFromPlatform: string; title: string; imgUrl: string | null };
type Picking = { storeId: number; onPick: (variant: FoundVariant) => void };

/** Finds any variant of the store's products, by the name or SKU of its product. */
export function VariantFinder({ storeId, onPick }: Picking) {
  const [term, setTerm] = useState('');
  const [asked] = useDebouncedValue(term.trim(), DELAY_MS);
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery(productsQuery(storeId, asked));
  return (
    <div>
      <TextInput
        type="search"
        label="Find a product"
        placeholder="Name or SKU"
        maxLength={100}
        dir="auto"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={(event) => {
          setTerm(event.currentTarget.value);
          setOpened(null);
        }}
        data-autofocus
      />
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data || error ? null : (
        <Stack gap="xs" mt="sm">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={56} />
          ))}
        </Stack>
      )}
      {data?.products.length === 0 ? (
        <Notice tone="neutral">
          {asked === '' ? 'This store has no products yet.' : 'No product has this name or SKU.'}
        </Notice>
      ) : null}
      <ul className="mg-variants" aria-label="Products" aria-busy={isPlaceholderData}>
        {data?.products.map((product) => (
          <li key={product.idFromPlatform}>
            <UnstyledButton
              className="mg-variant"
              aria-expanded={opened === product.idFromPlatform}
              onClick={() => setOpened(opened === product.idFromPlatform ? null : product.idFromPlatform)}
            >
              <LinePicture url={product.imgUrl} size={40} />
              <bdi className="mg-variant-name">{product.title}</bdi>
            </UnstyledButton>
            {opened === product.idFromPlatform ? (
              <Variants storeId={storeId} productId={product.idFromPlatform} onPick={onPick} />
            ) : null}
          </li>
        ))}
      </ul>
      {data?.hasMore ? <p className="mg-muted mg-p">More products match. Keep typing to narrow the list.</p> : null}
    </div>
  );
}

function Variants({ storeId, productId, onPick }: Picking & { productId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['product', storeId, productId],
    queryFn: ({ signal }) => call(productVariants, { params: { storeId, productId } }, { signal }),
  });
  if (error) return <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={56} />;
  return (
    <ul className="mg-variants" aria-label={`Variants of ${data.title}`}>
      {data.variants.map(({ idFromPlatform, title, sku, imgUrl }) => {
        const name = goodsTitle(data.title, title);
        return (
          <li key={idFromPlatform}>
            <Button
              variant="subtle"
              color="gray"
              fullWidth
              justify="flex-start"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onPick({ idFromPlatform, title: name, imgUrl: imgUrl ?? data.imgUrl })}
            >
              <bdi>{name}</bdi>
              {sku ? <span className="mg-muted">&nbsp;{sku}</span> : null}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
