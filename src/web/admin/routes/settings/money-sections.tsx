import { TextInput } from '@mantine/core';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { ChoiceField } from './choice-field.tsx';
import { MoneyField } from './money-field.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';

export function GiftCardsSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection title="Gift cards" help="How the value of a gift card resolution reaches the customer.">
      <ChoiceField
        form={form}
        name="giftCardType"
        label="Issue gift cards as"
        options={[
          ['Gift_Card', 'A gift card of your store'],
          ['Store_Credit', "Store credit on the customer's account"],
          ['Gift_Card_Order', 'An order for a gift card that costs nothing'],
        ]}
      />
      <TextInput
        label="Prefix of gift card orders"
        description="Stands before the number of an order for a gift card."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={20}
        disabled={settings.giftCardType !== 'Gift_Card_Order'}
        value={settings.giftCardOrderPrefix}
        onChange={(event) => change({ giftCardOrderPrefix: event.currentTarget.value })}
        {...fieldError(form, 'giftCardOrderPrefix')}
      />
    </SettingsSection>
  );
}

export function FeesSection({ currencyCode, ...form }: SettingsForm & { currencyCode: string }) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Fees"
      help="Taken off every return by default; staff can change them on a claim. Orders in another currency carry none."
    >
      <div className="mg-field-row">
        <MoneyField form={form} currencyCode={currencyCode} name="returnFee" label="Return fee" />
        <TextInput
          label="Name of the fee"
          maxLength={128}
          dir="auto"
          value={settings.returnFeeName}
          onChange={(event) => change({ returnFeeName: event.currentTarget.value })}
          {...fieldError(form, 'returnFeeName')}
        />
      </div>
      <div className="mg-field-row">
        <MoneyField form={form} currencyCode={currencyCode} name="returnShippingFee" label="Return shipping" />
        <MoneyField form={form} currencyCode={currencyCode} name="exchangeShippingFee" label="Exchange shipping" />
      </div>
    </SettingsSection>
  );
}

export function PaymentsSection(form: SettingsForm) {
  return (
    <SettingsSection title="Payments" help="Who takes what a customer owes for an exchange.">
      <ChoiceField
        form={form}
        name="paymentProvider"
        label="Customers pay through"
        description="With none, an exchange that costs more cannot be chosen in the portal."
        options={[
          ['none', 'None'],
          ['stripe', 'Stripe'],
          ['platformCheckout', "Your store's checkout"],
        ]}
      />
    </SettingsSection>
  );
}
