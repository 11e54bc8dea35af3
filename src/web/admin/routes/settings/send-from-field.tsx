import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { emailDomainQuery } from './email-domain.tsx';
import { fieldError, type GroupForm } from './settings-form.ts';

/** An address of the proven domain, or ours; without a domain there is nothing to choose (S5.05). */
export function SendFromField({ form, name, label }: { form: GroupForm; name: string; label: string }) {
  const { storeId } = useParams({ from: '/$storeId/settings/$section' });
  const { data } = useQuery(emailDomainQuery(storeId));
  const domain = data?.verifiedEmailDomain ?? null;
  const value = form.document[name];
  return (
    <TextInput
      label={label}
      description={
        domain === null
          ? 'Verify your domain below to send from an address of your own.'
          : `An address that ends with @${domain}, or ${data?.noReplyEmail}.`
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type="email"
      maxLength={255}
      readOnly={domain === null}
      variant={domain === null ? 'filled' : 'default'}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => form.change(name, event.currentTarget.value)}
      {...fieldError(form, name)}
    />
  );
}
