import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconClipboardCheck, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { InspectionShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { removeInspection } from '#contract/merchant/inspections.ts';
import { canBeInspected } from '#core/claims/inspection.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { MediaStrip } from '../../../ui/media-viewer.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { answerText } from './answer-text.ts';
import { ChangeProblem } from './change-problem.tsx';
import { gradeTones } from './claim-words.ts';
import { InspectionDialog } from './inspection-dialog.tsx';
import { useClaimChange } from './use-claim-change.ts';
import { useHeldLine } from './use-held-claim.ts';
import type { LineOnScreen } from './use-line-change.ts';
import { Why } from './why.tsx';

/**
 * What was found about an item, and the way to add to it; nothing where items are not inspected and never were. Its
 * dialogs outlive what they are about when a colleague was first.
 */
export function LineInspections(on: LineOnScreen) {
  const { claim, line } = on;
  const [isOpen, setOpen] = useState(false);
  const [deleting, setDeleting] = useState<InspectionShown | null>(null);
  const canInspect = claim.isInspectionEnabled && canBeInspected({ ...line, status: line.status.id });
  if (!canInspect && line.inspections.length === 0 && !isOpen && !deleting) return null;
  return (
    <div className="mg-inspections">
      {line.inspections.map((inspection) => (
        <Inspection key={inspection.id} line={line} inspection={inspection} onDelete={() => setDeleting(inspection)} />
      ))}
      {canInspect ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconClipboardCheck size={16} aria-hidden />}
          onClick={() => setOpen(true)}
          aria-label={`Inspect: ${line.originalStoreOrderLineItem.name}`}
        >
          {line.inspections.length === 0 ? 'Inspect item' : 'Add inspection'}
        </Button>
      ) : null}
      <Why storeId={on.storeId} claim={claim} about="inspection" />
      {isOpen ? <InspectionDialog {...on} onClose={() => setOpen(false)} /> : null}
      {deleting ? <DeleteDialog {...on} inspection={deleting} onClose={() => setDeleting(null)} /> : null}
    </div>
  );
}

type InspectionProps = { line: LineOnScreen['line']; inspection: InspectionShown; onDelete: () => void };

function Inspection({ line, inspection, onDelete }: InspectionProps) {
  const { name, storeInspectionGrade: grade, comment, customFields, images, createdBy, createdOn } = inspection;
  return (
    <section className="mg-inspection" aria-label={`Inspection: ${name}`}>
      <div className="mg-inspection-head">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {grade ? <StatusBadge status={{ label: grade.name, tone: gradeTones[grade.code] }} /> : null}
        <span className="mg-muted">
          <bdi>{createdBy}</bdi> · <DateText date={createdOn} />
        </span>
        {line.finalizedOn === null && line.canceledOn === null ? (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Other actions: inspection ${name}`}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="var(--mg-bad-text)" onClick={onDelete}>
                Delete inspection
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      {comment ? <p className="mg-p mg-quote">{comment}</p> : null}
      {customFields.length > 0 ? (
        <dl className="mg-line-facts">
          {customFields.map((field) => (
            <div key={field.id}>
              <dt>
                <bdi>{field.displayName}</bdi>
              </dt>
              <dd>
                <bdi>{answerText(field)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {images.length > 0 ? <MediaStrip media={images} label={`Photos of inspection ${name}`} /> : null}
    </section>
  );
}

type DeleteProps = LineOnScreen & { inspection: InspectionShown; onClose: () => void };

function DeleteDialog({ inspection, onClose, ...shown }: DeleteProps) {
  const { renew, storeId, claim, line } = useHeldLine(shown);
  const removing = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) =>
      call(removeInspection, {
        params: { ...params, claimLineItemId: line.id, claimInspectionId: inspection.id },
        query: { version },
      }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Delete this inspection?"
      confirmLabel="Delete inspection"
      cancelLabel="Keep inspection"
      onConfirm={() => removing.mutate(null)}
      isBusy={removing.isPending}
      isDestructive
    >
      This removes its answers and photos from the claim. The timeline records the deletion.
      <ChangeProblem storeId={storeId} claim={claim} change={removing} onRenewed={renew} />
    </ConfirmDialog>
  );
}
