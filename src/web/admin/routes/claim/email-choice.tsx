import { Checkbox } from '@mantine/core';

/** Why the customer of a claim gets no email, where the address can be added. */
export const NO_EMAIL = "There's no email address. Add one with Edit customer.";

type EmailChoiceProps = {
  label: string;
  /** Whether the customer left an address: no email is sent without one. */
  hasEmail: boolean;
  /** What is said where they didn't. */
  noEmail?: string;
  isNotifying: boolean;
  onChange: (isNotifying: boolean) => void;
};

/** Whether the customer is emailed; off, and why, where there is no address to write to. */
export const EmailChoice = ({ label, hasEmail, noEmail = NO_EMAIL, isNotifying, onChange }: EmailChoiceProps) => (
  <Checkbox
    label={label}
    description={hasEmail ? undefined : noEmail}
    disabled={!hasEmail}
    checked={isNotifying}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);
