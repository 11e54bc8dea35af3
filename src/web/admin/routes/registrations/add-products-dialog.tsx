import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { changeRegistration, type RegistrationShown } from '#contract/merchant/registrations.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { problemText } from '../../problem-words.ts';
import { isWhole, MAX_QUANTITY } from '../claim/approval.ts';
import { LinePicture } from '../claim/line-picture.tsx';
import { VariantFinder, type FoundVariant } from './variant-finder.tsx';
import { useRegistrationChange } from './registration-queries.ts';

type Props = { storeId: number; registration: RegistrationShown; onClose: () => void };
type Chosen = FoundVariant & { quantity: number };

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
  const add = (variant: FoundVariant): void => {
    if (!chosen.some(({ idFromPlatform }) => idFromPlatform === variant.idFromPlatform))
      setChosen([...chosen, { ...variant, quantity: 1 }]);
  };
  // Each where it is: an item that moved would lose the focus while its quantity is typed.
  const count = (item: Chosen, quantity: number): void =>
    setChosen(chosen.map((one) => (one.idFromPlatform === item.idFromPlatform ? { ...one, quantity } : one)));
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
                      max={MAX_QUANTITY}
                      value={item.quantity}
                      error={isWhole(item.quantity, MAX_QUANTITY) ? null : `1 to ${MAX_QUANTITY}`}
                      onChange={(quantity) => count(item, quantity)}
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
            <VariantFinder storeId={storeId} onPick={add} />
            {saving.error ? <Notice tone="bad">{problemText(saving.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button
              disabled={chosen.length === 0 || !chosen.every(({ quantity }) => isWhole(quantity, MAX_QUANTITY))}
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
