import { Checkbox, TextInput, Textarea } from '@mantine/core';
import type { z } from 'zod';
import type { EmailLanguages } from '#contract/merchant/emails.ts';
import { languageName } from '../../language-name.ts';
import { emailErrors, type EmailDraft } from './email-draft.ts';

/** The parts of an email that staff may word; its layout is the store's. */
export function EmailFields({ email, onChange }: { email: EmailDraft; onChange: (part: Partial<EmailDraft>) => void }) {
  const errors = emailErrors(email);
  return (
    <>
      <TextInput
        label="Subject"
        maxLength={200}
        dir="auto"
        value={email.subject}
        error={errors.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <TextInput
        label="Header"
        description="The large line above the text."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
        dir="auto"
        value={email.header}
        error={errors.header}
        onChange={(event) => onChange({ header: event.currentTarget.value })}
      />
      <Textarea
        label="Body"
        maxLength={10000}
        dir="auto"
        autosize
        minRows={6}
        maxRows={14}
        value={email.body}
        error={errors.body}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
    </>
  );
}

type Languages = z.output<typeof EmailLanguages>;

/** Which language the text is in, where the text or its reader's language is another than English. */
export function LanguageNote({ language, readerLanguage }: Languages) {
  if (language === 'en' && readerLanguage === 'en') return null;
  const name = languageName(language);
  return (
    <div className="mg-muted">
      {language === readerLanguage
        ? `Written in ${name}, which the customer reads.`
        : `Written in ${name}. The customer reads ${languageName(readerLanguage)}.`}
    </div>
  );
}

/** Whether the claim's items and sums stand below the text. */
export function SummaryChoice({ isSummed, onChange }: { isSummed: boolean; onChange: (isSummed: boolean) => void }) {
  return (
    <Checkbox
      label="Include the item and amount summary"
      checked={isSummed}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
