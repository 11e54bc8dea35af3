import { Anchor, Loader, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { decimalFromMinor } from '#core/money.ts';
import { Benefit } from '#core/protection/modal.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import type { MyStore } from '../../shell/access.ts';
import './cover.css';
import type { DocumentOf } from './settings-editor.tsx';

/** As the widget waits for the cart of the shop (S9.04). */
const SPINNER_MS = 500;
const USUAL_PRICE = 129;

const Typed = z.object({
  widgetLabel: z.string(),
  widgetDescription: z.string(),
  coverPrices: z.array(z.object({ price: z.union([z.number(), z.nan()]) })),
});
const TypedModal = z.object({
  modalImageUrl: z.string(),
  modalTitle: z.string(),
  modalDescription: z.string(),
  modalBenefits: z.array(Benefit),
});

/** The widget as it is typed, with the price of the smallest cart. */
export function WidgetPreview({ store, typed }: { store: MyStore; typed: DocumentOf }) {
  const widget = Typed.safeParse(typed('widget')).data;
  const modal = TypedModal.safeParse(typed('widgetModal')).data;
  const [isOn, setIsOn] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsWaiting(false), SPINNER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (!widget || !modal) return null;
  const [first] = widget.coverPrices;
  const price = first && Number.isSafeInteger(first.price) ? first.price : USUAL_PRICE;
  return (
    <SettingsSection title="Preview" help="The widget in a cart with these settings. Shoppers see them once you save.">
      <fieldset className="mg-widget-preview" aria-label="Widget preview">
        <div className="mg-widget-row">
          <div>
            <p className="mg-widget-title" dir="auto">
              {widget.widgetLabel}{' '}
              <MoneyText
                amount={Number(decimalFromMinor(price, store.currencyCode))}
                currencyCode={store.currencyCode}
              />
            </p>
            <p dir="auto">{widget.widgetDescription}</p>
          </div>
          {isWaiting ? (
            <Loader size="sm" aria-label="Waiting for the cart" />
          ) : (
            <Switch
              aria-label={widget.widgetLabel}
              checked={isOn}
              onChange={(event) => {
                setIsOn(event.currentTarget.checked);
                setIsWaiting(true);
              }}
            />
          )}
        </div>
        <div>
          <Anchor component="button" type="button" onClick={() => setIsOpen(true)}>
            What is covered?
          </Anchor>
        </div>
      </fieldset>
      {isOpen ? (
        <Dialog title={modal.modalTitle} onClose={() => setIsOpen(false)}>
          {() => (
            <div className="mg-widget-details">
              {modal.modalImageUrl === '' ? null : <img src={modal.modalImageUrl} alt="" />}
              {modal.modalDescription === '' ? null : <p dir="auto">{modal.modalDescription}</p>}
              {modal.modalBenefits.map(({ title, description }, index) => (
                // Benefits have no name of their own.
                // oxlint-disable-next-line react/no-array-index-key
                <div key={index} dir="auto">
                  <p className="mg-widget-title">{title}</p>
                  <p>{description}</p>
                </div>
              ))}
            </div>
          )}
        </Dialog>
      ) : null}
    </SettingsSection>
  );
}
