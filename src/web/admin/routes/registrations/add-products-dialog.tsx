import { ActionIcon, Button, Skeleton, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { changeRegistration, productVariants, type RegistrationShown } from '#contract/merchant/registrations.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { productsQuery } from '../../queries.ts';
import { LinePicture } from '../claim/line-picture.tsx';
import { useRegistrationChange } from './registration-queries.ts';

const DELAY_MS = 300;
const MOST = 9999;

type Props = { storeId: number; registration: RegistrationShown; onClose: () => void };
type Chosen = { idFromPlatform: string; title: string; imgUrl: string | null; quantity: number };

/** Adds variants of any products to a registration (S2.15). */
export function AddProductsDialog({ storeId, registration, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const saving = useRegistrationChange(
    storeId,
    registration,
    () =>
      call(changeRegistration, {
        params: { storeId, registrationId: registration.id },
        body: { storeProductVariants: chosen.map(({ idFromPlatform, quantity }) => ({ idFromPlatform, quantity })) },
      }),
    onClose,
  );
  const put = (item: Chosen): void =>
    setChosen([...chosen.filter(({ idFromPlatform }) => idFromPlatform !== item.idFromPlatform), item]);
  const isWhole = chosen.every(({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST);
  return (
    <Dialog onClose={onClose} title="Add Products" size="lg" isChanged={chosen.length > 0}>
      {(leave) => (
        <>
          <Stack gap="md">
            {chosen.length > 0 ? (
              <ul className="mg-chosen" aria-label="To be added">
                {chosen.map((item) => (
                  <li key={item.idFromPlatform} className="mg-chosen-item">
                    <LinePicture url={item.imgUrl} size={40} />
                    <bdi className="mg-variant-name">{item.title}</bdi>
                    <TypedNumberInput
                      aria-label={`Quantity of ${item.title}`}
                      w={88}
                      min={1}
                      max={MOST}
                      value={item.quantity}
                      onChange={(quantity) => put({ ...item, quantity })}
                    />
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove ${item.title}`}
                      onClick={() =>
                        setChosen(chosen.filter(({ idFromPlatform }) => idFromPlatform !== item.idFromPlatform))
                      }
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </li>
                ))}
              </ul>
            ) : null}
            <Finder storeId={storeId} onPick={put} />
            {saving.error ? <Notice tone="bad">{problemText(saving.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button
              disabled={chosen.length === 0 || !isWhole}
              loading={saving.isPending}
              onClick={() => saving.mutate(undefined)}
            >
              Save
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

type Picking = { storeId: number; onPick: (item: Chosen) => void };

function Finder({ storeId, onPick }: Picking) {
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
      {data?.products.length === 0 ? <Notice tone="neutral">No product has this name or SKU.</Notice> : null}
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
        const name = title === 'Default Title' ? data.title : `${data.title}, ${title}`;
        return (
          <li key={idFromPlatform}>
            <Button
              variant="subtle"
              color="gray"
              fullWidth
              justify="flex-start"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => onPick({ idFromPlatform, title: name, imgUrl: imgUrl ?? data.imgUrl, quantity: 1 })}
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
