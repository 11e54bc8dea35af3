import { Switch } from '@mantine/core';
import type { ExchangePricing } from '#core/settings/settings.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DaysField } from './number-field.tsx';
import { PercentField } from './percent-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { TextField } from './text-field.tsx';

const pricings: readonly (readonly [ExchangePricing, string])[] = [
  ['NO_PAYMENT_OR_REFUND', 'Nothing: every exchange is even'],
  ['PAYMENT', 'The customer pays what it costs more'],
  ['PAYMENT_AND_PARTIAL_REFUND', 'The customer pays more, or gets the rest back'],
];

export function ExchangesSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Exchanges"
      help="What a difference in price does, and how the order for the new goods is made at your store."
    >
      <ChoiceField
        form={form}
        name="variantExchangePricing"
        label="Difference in price, same product"
        options={pricings}
      />
      <Switch
        label="Exchange for another product"
        description="Only for orders in your store's currency."
        checked={settings.isAdvancedExchangeEnabled}
        onChange={(event) => change({ isAdvancedExchangeEnabled: event.currentTarget.checked })}
      />
      <ChoiceField
        form={form}
        name="advancedExchangePricing"
        label="Difference in price, another product"
        options={pricings}
        isDisabled={!settings.isAdvancedExchangeEnabled}
      />
      <ChoiceField
        form={form}
        name="exchangeRemainderMethod"
        label="What is left goes out as"
        description="Of an exchange for something cheaper, unless staff choose otherwise."
        options={[
          ['refund', 'Refund'],
          ['giftCard', 'Gift card'],
          ['storeCredit', 'Store credit'],
        ]}
      />
      <ChoiceField
        form={form}
        name="exchangeOrderType"
        label="Exchange order"
        options={[
          ['separateOrder', 'An order of its own'],
          ['platformReturn', "The store's own exchange on the original order"],
        ]}
      />
      <TextField
        form={form}
        name="exchangeOrderPrefix"
        label="Prefix of exchange orders"
        description="Stands before the number of an order of its own."
        maxLength={20}
        isDisabled={settings.exchangeOrderType !== 'separateOrder'}
      />
    </SettingsSection>
  );
}

export function InstantExchangeSection(form: SettingsForm) {
  const { settings, change } = form;
  const isHeld = settings.paymentProvider === 'stripe';
  return (
    <SettingsSection
      title="Instant exchange"
      help="Sends the new goods at once, against a hold on the customer's card that is only taken when nothing comes back."
    >
      <Switch
        label="Offer instant exchange"
        description={
          isHeld ? 'Needs a card that can be held.' : 'Needs payments through Stripe: others cannot hold money.'
        }
        checked={settings.isInstantExchangeEnabled}
        onChange={(event) => change({ isInstantExchangeEnabled: event.currentTarget.checked })}
      />
      <DaysField
        form={form}
        name="instantExchangeReturnDays"
        label="Time to bring the goods back"
        description="After that the card is charged. Between 1 and 90 days."
      />
      <ChoiceField
        form={form}
        name="holdLapsePolicy"
        label="When the hold ends before the goods are back"
        options={[
          ['capture', 'Charge the card'],
          ['holdAgain', 'Hold the amount again'],
        ]}
      />
    </SettingsSection>
  );
}

export function ShopNowSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Shop now"
      help="Lets customers spend the value of what they send back on anything in your store."
    >
      <Switch
        label="Offer shop now"
        checked={settings.isShopNowEnabled}
        onChange={(event) => change({ isShopNowEnabled: event.currentTarget.checked })}
      />
      <PercentField
        form={form}
        name="shopNowIncentiveBasisPoints"
        label="Bonus on shop now"
        description="A percentage of what is spent; 0 for none."
      />
    </SettingsSection>
  );
}

export function StockSection(form: SettingsForm) {
  return (
    <SettingsSection
      title="Stock"
      help="How goods for exchanges and replacements are counted and kept between the request and the finalizing."
    >
      <ChoiceField
        form={form}
        name="inventoryHandling"
        label="Inventory when an order is made"
        description="An exchange on the original order always counts: with Do Not Decrement Inventory, exchanges are orders of their own."
        options={[
          ['doNotDecrement', 'Do Not Decrement Inventory'],
          ['decrementIgnoringPolicies', 'Decrement Inventory (Ignore Policies)'],
          ['decrementObeyingPolicies', 'Decrement Inventory (Obey Policies)'],
        ]}
      />
      <ChoiceField
        form={form}
        name="outOfStockAtFinalize"
        label="Items out of stock when you finalize"
        options={[
          ['fail', 'Leave them out and say so'],
          ['continue', 'Order them anyway'],
        ]}
      />
      <DaysField
        form={form}
        name="reservationDays"
        label="Keep goods in stock for"
        description="0 keeps none. At most 90 days."
      />
    </SettingsSection>
  );
}
