import { Button, Checkbox, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { call } from '#contract/client.ts';
import { createReport, reportFields } from '#contract/merchant/reports.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import { isClaimKind, reportColumns, ReportRequest } from '#core/lists/report.ts';
import { listOf } from '#core/lists/lists.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorAt, errorsOf, type FieldErrors } from '../field-errors.ts';
import { problemText } from '../problem-words.ts';
import { ReportList } from './report-list.tsx';

type Body = RouteInput<typeof createReport>['body'];

const fieldsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['report-fields', storeId],
    queryFn: ({ signal }) => call(reportFields, { params: { storeId } }, { signal }),
  });

const contentText = ({ kind, claimIds }: Pick<Body, 'kind' | 'claimIds'>): string => {
  const { noun, nouns } = listOf(kind);
  const chosen = claimIds?.length ?? 0;
  const rows =
    chosen === 0 ? `every ${noun} in this list` : `the ${chosen === 1 ? noun : `${chosen} ${nouns}`} selected`;
  return `A CSV file of ${rows}${isClaimKind(kind) ? ', one row per item' : ''}.`;
};

type Fields = RouteAnswer<typeof reportFields>['lineItemCustomFields'] | undefined;

/** In display order, without fields that the store has removed since. */
const chosenOf = (fields: Fields = [], chosen: readonly string[]): string[] =>
  fields.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));

type FieldColumnsProps = {
  legend: string;
  fields: Fields;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

function FieldColumns({ legend, fields = [], chosen, onChange }: FieldColumnsProps) {
  if (fields.length === 0) return null;
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange}>
      <fieldset className="mg-report-columns">
        <legend>{legend}</legend>
        {fields.map(({ id, displayName }) => (
          <Checkbox key={id} size="xs" value={id} label={<bdi>{displayName}</bdi>} />
        ))}
      </fieldset>
    </Checkbox.Group>
  );
}

/** Asks for a report of what a list shows, or of the claims chosen, and shows how far reports are. */
export function ReportDialog({
  storeId,
  what,
  email,
  filename,
  onClose,
}: {
  storeId: number;
  what: Pick<Body, 'kind' | 'filters' | 'orderBy' | 'claimIds'>;
  email: string;
  filename: string;
  onClose: () => void;
}) {
  const offered = reportColumns(what.kind);
  const all = offered.map(({ id }) => id);
  const client = useQueryClient();
  const [name, setName] = useState(filename);
  const [to, setTo] = useState(email);
  const [columns, setColumns] = useState(all);
  const [lineFieldIds, setLineFieldIds] = useState<readonly string[]>([]);
  const [inspectionFieldIds, setInspectionFieldIds] = useState<readonly string[]>([]);
  const { data: fields } = useQuery({ ...fieldsQuery(storeId), enabled: isClaimKind(what.kind) });
  const entered = JSON.stringify([name, to, columns, lineFieldIds, inspectionFieldIds]);
  const [exported, setExported] = useState(entered);
  const [problems, setProblems] = useState<FieldErrors>({});
  const make = useMutation({
    mutationFn: (body: Body) => call(createReport, { params: { storeId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['reports', storeId] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = {
      ...what,
      filename: name,
      email: to,
      columns,
      lineItemCustomFieldIds: chosenOf(fields?.lineItemCustomFields, lineFieldIds),
      inspectionCustomFieldIds: chosenOf(fields?.inspectionCustomFields, inspectionFieldIds),
    };
    const parsed = ReportRequest.safeParse(wanted);
    setProblems(errorsOf(ReportRequest, wanted));
    if (parsed.success) make.mutate(parsed.data, { onSuccess: () => setExported(entered) });
  };
  const toggle = (column: string): void =>
    setColumns(all.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one))));
  return (
    <Dialog title="Export" size="lg" onClose={onClose} isChanged={entered !== exported}>
      {(leave) => (
        <>
          <form onSubmit={submit} noValidate>
            <p className="mg-muted">
              {contentText(what)} We'll prepare it in the background and email where to download it. Admins get an
              alert.
            </p>
            <TextInput
              label="File name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={errorAt(problems, 'filename')}
              data-autofocus
            />
            <TextInput
              label="Send the link to"
              description="You or another user of this store."
              type="email"
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
              error={errorAt(problems, 'email')}
              mt="xs"
            />
            <fieldset className="mg-report-columns">
              <legend>Columns</legend>
              <Checkbox
                size="xs"
                label="All columns"
                checked={columns.length === all.length}
                indeterminate={columns.length > 0 && columns.length < all.length}
                onChange={(event) => setColumns(event.currentTarget.checked ? all : [])}
              />
              {offered.map(({ id, label }) => (
                <Checkbox key={id} size="xs" label={label} checked={columns.includes(id)} onChange={() => toggle(id)} />
              ))}
            </fieldset>
            <FieldColumns
              legend="Custom fields of items"
              fields={fields?.lineItemCustomFields}
              chosen={lineFieldIds}
              onChange={setLineFieldIds}
            />
            <FieldColumns
              legend="Custom fields of inspections"
              fields={fields?.inspectionCustomFields}
              chosen={inspectionFieldIds}
              onChange={setInspectionFieldIds}
            />
            {errorAt(problems, 'columns') ? <Notice tone="bad">{errorAt(problems, 'columns')}</Notice> : null}
            {make.error ? <Notice tone="bad">{problemText(make.error)}</Notice> : null}
            <div className="mg-dialog-actions">
              <Button variant="default" onClick={leave}>
                Close
              </Button>
              <Button type="submit" loading={make.isPending}>
                Export
              </Button>
            </div>
          </form>
          <ReportList storeId={storeId} />
        </>
      )}
    </Dialog>
  );
}
