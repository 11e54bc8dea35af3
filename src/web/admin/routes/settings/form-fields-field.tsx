import { Checkbox, Fieldset, Input, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { z } from 'zod';
import { FieldOfForm } from '#core/settings/groups/registrations.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { customFieldsQuery } from '../../custom-fields-query.ts';
import { loadProblemText } from '../../problem-words.ts';
import { fieldError, type GroupForm } from './settings-form.ts';

const Chosen = z.array(FieldOfForm);

/** Which of the store's custom fields a form asks, and which of them have to be answered. */
export function FormFieldsField({
  form,
  name,
  label,
  help,
}: {
  form: GroupForm;
  name: string;
  label: string;
  help: string;
}) {
  const { storeId } = useParams({ from: '/$storeId' });
  const { data: fields, error, refetch } = useQuery(customFieldsQuery(storeId));
  const chosen = Chosen.catch([]).parse(form.document[name]);
  // A field that is gone takes no place among the most there can be.
  const set = (next: z.infer<typeof Chosen>): void =>
    form.change(
      name,
      next.filter(({ id }) => fields?.some((one) => one.id === id)),
    );
  const { error: problem } = fieldError(form, name);
  return (
    <Fieldset
      variant="unstyled"
      legend={<Input.Label component="span">{label}</Input.Label>}
      styles={{ root: { padding: 0 }, legend: { padding: 0 } }}
    >
      <Input.Description>{help}</Input.Description>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {fields === undefined && !error ? <Skeleton height={80} /> : null}
      {fields?.length === 0 ? (
        <p className="mg-muted mg-p">
          No custom field yet.{' '}
          <Link to="/$storeId/settings/$section" params={{ storeId, section: 'custom-fields' }}>
            Create one
          </Link>
        </p>
      ) : null}
      <Stack gap="sm">
        {fields?.map(({ id, displayName }) => {
          const its = chosen.find((one) => one.id === id);
          return (
            <div key={id}>
              <Checkbox
                label={<bdi>{displayName}</bdi>}
                checked={its !== undefined}
                onChange={(event) =>
                  set(
                    event.currentTarget.checked
                      ? [...chosen, { id, isRequired: false }]
                      : chosen.filter((one) => one.id !== id),
                  )
                }
              />
              {its ? (
                <Checkbox
                  ml="xl"
                  mt="xs"
                  label="Must be answered"
                  aria-label={`${displayName} must be answered`}
                  checked={its.isRequired}
                  onChange={(event) =>
                    set(
                      chosen.map((one) => (one.id === id ? { ...one, isRequired: event.currentTarget.checked } : one)),
                    )
                  }
                />
              ) : null}
            </div>
          );
        })}
      </Stack>
      {problem === undefined ? null : <Notice tone="bad">{problem}</Notice>}
    </Fieldset>
  );
}
