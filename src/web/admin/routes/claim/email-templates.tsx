import { NativeSelect } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { claimEmailTemplates } from '#contract/merchant/emails.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { filledTemplate } from '#core/emails/templates.ts';
import type { EmailDraft } from './email-draft.ts';

export type ClaimTemplate = RouteAnswer<typeof claimEmailTemplates>['templates'][number];

/** The texts that staff choose from, with the values of the claim. */
export const claimTemplatesQuery = (storeId: number, claimId: number, version: number) =>
  queryOptions({
    queryKey: ['claim-email-templates', storeId, claimId, version],
    queryFn: ({ signal }) => call(claimEmailTemplates, { params: { storeId, claimId } }, { signal }),
  });

/** A template as the email it becomes, with the question where it has one. */
export const draftOf = (template: ClaimTemplate, question = ''): EmailDraft => filledTemplate(template, { question });

type ChoiceProps = {
  templates: readonly ClaimTemplate[];
  chosenId: string;
  onChoose: (id: string) => void;
  /** What the first option is called: the text without a choice. */
  usual: string;
};

/** Which text the email begins with; nothing to choose where there is one. */
export function TemplateChoice({ templates, chosenId, onChoose, usual }: ChoiceProps) {
  if (templates.length === 0) return null;
  return (
    <NativeSelect
      label="Template"
      data={[{ value: '', label: usual }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
      value={chosenId}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}
