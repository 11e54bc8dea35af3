export type EmailDraft = { subject: string; header: string; body: string };

/** What is missing in an email before it can be sent (C5.03). */
export const emailErrors = (email: EmailDraft): Record<keyof EmailDraft, string | null> => ({
  subject: email.subject.trim() ? null : 'Subject is required.',
  header: email.header.trim() ? null : 'Header is required.',
  body: email.body.trim() ? null : 'Body is required.',
});

export const isComplete = (email: EmailDraft): boolean =>
  Object.values(emailErrors(email)).every((error) => error === null);
