import { SettingsSection } from '../../../ui/settings-page.tsx';
import { ChoiceField } from './choice-field.tsx';
import { MoneyField } from './money-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { TextField } from './text-field.tsx';

export function GiftCardsSection(form: SettingsForm) {
  const { settings } = form;
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
      <TextField
        form={form}
        name="giftCardOrderPrefix"
        label="Prefix of gift card orders"
        description="Stands before the number of an order for a gift card."
        maxLength={20}
        isDisabled={settings.giftCardType !== 'Gift_Card_Order'}
      />
    </SettingsSection>
  );
}

export function FeesSection({ currencyCode, ...form }: SettingsForm & { currencyCode: string }) {
  return (
    <SettingsSection
      title="Fees"
      help="Taken off every return by default; staff can change them on a claim. Orders in another currency carry none."
    >
      <div className="mg-field-row">
        <MoneyField form={form} currencyCode={currencyCode} name="returnFee" label="Return fee" />
        <TextField form={form} name="returnFeeName" label="Name of the fee" maxLength={128} dir="auto" />
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
