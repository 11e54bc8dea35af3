import { Checkbox, Switch, Textarea } from '@mantine/core';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { DaysField } from './number-field.tsx';
import { PercentField } from './percent-field.tsx';
import { fieldError, type SettingsForm } from './settings-form.ts';

export function WindowsSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Windows"
      help="How long after delivery a shopper may ask for each resolution. Later requests are refused with the date."
    >
      <Switch
        label="Accept returns in the portal"
        checked={settings.isReturnsEnabled}
        onChange={(event) => change({ isReturnsEnabled: event.currentTarget.checked })}
      />
      <div className="mg-field-row">
        <DaysField form={form} name="refundWindowDays" label="Refund" />
        <DaysField form={form} name="storeCreditWindowDays" label="Store credit" />
        <DaysField form={form} name="giftCardWindowDays" label="Gift card" />
        <DaysField form={form} name="exchangeWindowDays" label="Exchange" />
      </div>
      <DaysField
        form={form}
        name="defaultDeliveryDays"
        label="Assumed delivery time"
        description="Counted from fulfilment when the carrier reported no delivery."
      />
      <DaysField
        form={form}
        name="defaultReturnExpirationDays"
        label="Time to send the parcel"
        description="Labels and packing slips say until when; 999999 days are for ever."
      />
      <Checkbox
        label="Inspect returned items"
        description="Claims whose goods are back then wait for inspection."
        checked={settings.isReturnInspectionEnabled}
        onChange={(event) => change({ isReturnInspectionEnabled: event.currentTarget.checked })}
      />
    </SettingsSection>
  );
}

export function WarrantiesSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection title="Warranty" help="Customers ask for it in the portal when something they bought fails.">
      <Switch
        label="Offer a warranty"
        checked={settings.isWarrantiesEnabled}
        onChange={(event) => change({ isWarrantiesEnabled: event.currentTarget.checked })}
      />
      {settings.isWarrantiesEnabled ? (
        <DaysField
          form={form}
          name="warrantyWindowDays"
          label="Warranty"
          description="From delivery; 999999 days are for life."
        />
      ) : null}
      <Checkbox
        label="Inspect items of warranty claims"
        description="Claims whose goods are back then wait for inspection."
        checked={settings.isWarrantyInspectionEnabled}
        onChange={(event) => change({ isWarrantyInspectionEnabled: event.currentTarget.checked })}
      />
    </SettingsSection>
  );
}

export function GiftReturnsSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Gift returns"
      help="Whoever was given an order sends it back for a gift card, store credit or another variant. The buyer is not told, and the recipient does not see what it cost."
    >
      <Switch
        label="Accept returns of gifts in the portal"
        description="An order then opens for its buyer by e-mail or by the postal code it was billed to, since its recipient knows where it was sent."
        checked={settings.isGiftReturnEnabled}
        onChange={(event) => change({ isGiftReturnEnabled: event.currentTarget.checked })}
      />
      <Textarea
        label="Text above the lookup of a gift"
        autosize
        minRows={2}
        maxLength={500}
        dir="auto"
        disabled={!settings.isGiftReturnEnabled}
        value={settings.orderLookupGiftReturnDetailText}
        onChange={(event) => change({ orderLookupGiftReturnDetailText: event.currentTarget.value })}
        {...fieldError(form, 'orderLookupGiftReturnDetailText')}
      />
    </SettingsSection>
  );
}

const methods = [
  ['isRefundEnabled', 'Refund to the original payment'],
  ['isStoreCreditEnabled', 'Store credit'],
  ['isGiftCardEnabled', 'Gift card'],
  ['isExchangeEnabled', 'Exchange for another variant'],
] as const;

export function MethodsSection(form: SettingsForm) {
  const { settings, change } = form;
  return (
    <SettingsSection
      title="Methods and bonus"
      help="What shoppers may choose instead of their item, and what you add when the money stays with you."
    >
      {methods.map(([name, label]) => (
        <Switch
          key={name}
          label={label}
          checked={settings[name]}
          onChange={(event) => change({ [name]: event.currentTarget.checked })}
        />
      ))}
      <PercentField
        form={form}
        name="incentiveBasisPoints"
        label="Bonus on gift card and store credit"
        description="A percentage of the value of the returned items; 0 for none."
      />
    </SettingsSection>
  );
}
