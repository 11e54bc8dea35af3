import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { exponentOf } from '#core/currency.ts';
import { decimalFromMinor, minorFromDecimal } from '#core/money.ts';
import { coverPriceOf } from '#core/protection/price.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import './cover.css';
import { fieldError, type GroupForm } from './settings-form.ts';

/** While it is edited a number may be missing. */
const EditedPrices = z.array(
  z.object({ upTo: z.union([z.number(), z.nan()]).nullable(), price: z.union([z.number(), z.nan()]) }),
);
type EditedPrice = z.infer<typeof EditedPrices>[number];

const NONE = Number.NaN;

type FieldProps = { form: GroupForm; name: string; label: string; help: string };

/** What the cover costs by the value of the cart, and what a cart of a value pays. */
export function CoverPricesField({ form, name, label, help }: FieldProps) {
  const { currencyCode } = form;
  const prices = EditedPrices.safeParse(form.document[name]).data ?? [];
  const set = (next: readonly EditedPrice[]): void => form.change(name, next);
  const change = (index: number, part: Partial<EditedPrice>): void =>
    set(prices.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const last = prices.at(-1);
  const isOpenEnded = last?.upTo === null;
  const add = (): void => {
    const row = { upTo: NONE, price: NONE };
    set(isOpenEnded ? [...prices.slice(0, -1), row, last] : [...prices, row]);
  };
  const { error } = form.errors[name] === undefined ? {} : { error: form.errors[name] };
  return (
    <fieldset className="mg-cover-prices">
      <legend>{label}</legend>
      <p className="mg-muted">{help}</p>
      {prices.map((one, index) => (
        // Rows have no name of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset className="mg-cover-price" key={index} aria-label={`Price ${index + 1}`}>
          {one.upTo === null ? (
            <p className="mg-cover-all">All other carts</p>
          ) : (
            <AmountInput
              label="Cart value up to"
              currencyCode={currencyCode}
              value={decimalOf(one.upTo, currencyCode)}
              onChange={(amount) => change(index, { upTo: minorOf(amount, currencyCode) })}
              {...fieldError(form, `${name}.${index}.upTo`)}
            />
          )}
          <AmountInput
            label="Price of the cover"
            currencyCode={currencyCode}
            value={decimalOf(one.price, currencyCode)}
            onChange={(amount) => change(index, { price: minorOf(amount, currencyCode) })}
            {...fieldError(form, `${name}.${index}.price`)}
          />
          <Button
            variant="default"
            aria-label={`Remove price ${index + 1}`}
            onClick={() => set(prices.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      {error ? (
        <p className="mg-field-error" role="alert">
          {error}
        </p>
      ) : null}
      <div className="mg-cover-actions">
        <Button variant="default" onClick={add}>
          Add a price
        </Button>
        {isOpenEnded ? null : (
          <Button variant="default" onClick={() => set([...prices, { upTo: null, price: NONE }])}>
            Add a price for all other carts
          </Button>
        )}
      </div>
      <CartPays prices={prices} currencyCode={currencyCode} />
    </fieldset>
  );
}

/** What a cart pays with the prices as they are typed. */
function CartPays({ prices, currencyCode }: { prices: readonly EditedPrice[]; currencyCode: string }) {
  const [value, setValue] = useState<number | null>(60);
  const price = value === null ? null : coverPriceOf(prices, minorOf(value, currencyCode));
  return (
    <div className="mg-cover-price">
      <AmountInput label="Cart value" currencyCode={currencyCode} value={value} onChange={setValue} />
      <output className="mg-cover-all">
        {price === null || Number.isNaN(price) ? (
          "Isn't covered"
        ) : (
          <>
            Pays <MoneyText amount={decimalOf(price, currencyCode) ?? 0} currencyCode={currencyCode} />
          </>
        )}
      </output>
    </div>
  );
}

const decimalOf = (minor: number, currencyCode: string): number | null =>
  Number.isSafeInteger(minor) ? Number(decimalFromMinor(minor, currencyCode)) : null;

const minorOf = (amount: number | null, currencyCode: string): number =>
  amount === null ? NONE : minorFromDecimal(amount.toFixed(exponentOf(currencyCode)), currencyCode);
