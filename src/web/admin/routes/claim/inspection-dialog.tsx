import { Button, Radio, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { ApiError, call } from '#contract/client.ts';
import { addInspection, INSPECTION_MEDIA_MOST, type inspectionSettings } from '#contract/merchant/inspections.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { InspectionGrade } from '#core/claims/inspection-shapes.ts';
import { inspectionProblems, type InspectionForm } from '#core/claims/inspection.ts';
import { isolated } from '../../../ui/bidi.ts';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { FieldErrors } from '../../field-errors.ts';
import { ChangeProblem } from './change-problem.tsx';
import { inspectionQuery } from './claim-queries.ts';
import { InspectionFieldInput } from './inspection-field.tsx';
import { PhotoFields } from './photo-fields.tsx';
import { useClaimChange } from './use-claim-change.ts';
import { useHeldLine } from './use-held-claim.ts';
import type { LineOnScreen } from './use-line-change.ts';
import { FILES_FAILED, hasFailed, isUploading, useUploads, type Uploads } from './use-uploads.ts';

type Asked = RouteAnswer<typeof inspectionSettings>;
type DialogProps = LineOnScreen & { onClose: () => void };

/** What was found about an item: a name, a grade, answers, photos, as the template asks. */
export function InspectionDialog({ onClose, ...shown }: DialogProps) {
  const { renew, ...on } = useHeldLine(shown);
  const { storeId, claim, line } = on;
  const { data: asked, error, refetch } = useQuery(inspectionQuery(storeId, claim.id, line.id));
  const [form, setForm] = useState<InspectionForm>(EMPTY);
  const uploads = useUploads(storeId, { claimId: claim.id });
  const isChanged = JSON.stringify(form) !== JSON.stringify(EMPTY) || uploads.uploads.length > 0;
  return (
    <Dialog
      onClose={onClose}
      title={`Inspect ${isolated(line.originalStoreOrderLineItem.name)}`}
      size="lg"
      isChanged={isChanged}
    >
      {(leave) =>
        asked ? (
          <Form {...on} {...{ asked, form, setForm, uploads, leave }} onRenewed={renew} onDone={onClose} />
        ) : error ? (
          <LoadProblem message="Issue Loading Inspection Settings" onRetry={() => void refetch()} />
        ) : (
          <DialogSkeleton height={240} />
        )
      }
    </Dialog>
  );
}

const EMPTY: InspectionForm = { name: '', comment: '', storeInspectionGrade: null, values: {} };

type FormProps = LineOnScreen & {
  asked: Asked;
  form: InspectionForm;
  setForm: (form: InspectionForm) => void;
  uploads: Uploads;
  leave: () => void;
  onRenewed: (latest: ClaimShown) => void;
  onDone: () => void;
};

function Form({ asked, form, setForm, uploads, leave, onRenewed, onDone, ...on }: FormProps) {
  const { storeId, claim, line } = on;
  const { template, grades } = asked;
  const [errors, setErrors] = useState<FieldErrors>({});
  const isSending = isUploading(uploads.uploads);
  const isFileFailed = hasFailed(uploads.uploads);
  const problemsOf = (typed: InspectionForm): FieldErrors => ({
    ...inspectionProblems(typed, template),
    ...(isFileFailed ? { images: FILES_FAILED } : {}),
  });
  const change = (part: Partial<InspectionForm>): void => {
    const next = { ...form, ...part };
    setForm(next);
    // What was fixed stops being wrong at once; what is new is only judged when saving.
    const wrong = problemsOf(next);
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([field]) => field in wrong)));
  };
  const saving = useClaimChange(
    { storeId, claim },
    (images: string[], { params, version }) =>
      call(addInspection, {
        params: { ...params, claimLineItemId: line.id },
        body: {
          version,
          name: form.name,
          comment: form.comment,
          storeInspectionGrade: form.storeInspectionGrade,
          customFields: template.customFields.map(({ id }) => ({ id, value: form.values[id] ?? '' })),
          images,
        },
      }),
    onDone,
  );
  const save = (): void => {
    if (saving.isPending || isSending) return;
    const wrong = problemsOf(form);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0)
      return void setTimeout(() =>
        document
          .querySelector<HTMLElement>('[role="dialog"] :is([aria-invalid="true"], [data-error] input, .mg-form-error)')
          ?.focus(),
      );
    saving.mutate(
      uploads.uploads.flatMap((one) => one.media?.id ?? []),
      {
        onError: (error) => {
          if (error instanceof ApiError) setErrors(error.fields);
        },
      },
    );
  };
  const gradeError = errors['storeInspectionGrade'];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="lg">
        {template.inspectionInstructions ? (
          <Notice tone="info">
            <span className="mg-quote">{template.inspectionInstructions}</span>
          </Notice>
        ) : null}
        <TextInput
          label="Name"
          withAsterisk
          aria-required
          maxLength={100}
          dir="auto"
          placeholder={template.name}
          value={form.name}
          error={errors['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
          data-autofocus
        />
        {template.shouldCollectInspectionGrade ? (
          <Radio.Group
            label="Grade"
            withAsterisk
            value={form.storeInspectionGrade ?? ''}
            {...(gradeError ? { error: gradeError } : {})}
            onChange={(code) => change({ storeInspectionGrade: InspectionGrade.safeParse(code).data ?? null })}
          >
            <Group gap="lg" mt={4} {...(gradeError ? { 'data-error': true } : {})}>
              {grades.map((grade) => (
                <Radio key={grade.code} value={grade.code} label={grade.name} />
              ))}
            </Group>
          </Radio.Group>
        ) : null}
        {template.customFields.map((field) => (
          <InspectionFieldInput
            key={field.id}
            field={field}
            value={form.values[field.id] ?? ''}
            error={errors[`customFields.${field.id}`]}
            onChange={(value) => change({ values: { ...form.values, [field.id]: value } })}
          />
        ))}
        {template.showInspectionComment ? (
          <Textarea
            label="Comment"
            maxLength={2000}
            dir="auto"
            autosize
            minRows={2}
            value={form.comment}
            onChange={(event) => change({ comment: event.currentTarget.value })}
          />
        ) : null}
        {template.showInspectionMediaUpload ? (
          <PhotoFields {...uploads} most={INSPECTION_MEDIA_MOST} error={isFileFailed ? errors['images'] : undefined} />
        ) : null}
        <ChangeProblem
          storeId={storeId}
          claim={claim}
          change={saving}
          onRenewed={onRenewed}
          failure="There was an error saving the inspection. Please try again."
        />
      </Stack>
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={saving.isPending}
          disabled={isSending}
          title={isSending ? 'The photos are still uploading.' : ''}
        >
          Save inspection
        </Button>
      </div>
    </form>
  );
}
