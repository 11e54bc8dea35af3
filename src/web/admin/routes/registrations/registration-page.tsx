import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { cancelRegistration, changeRegistration, type RegistrationShown } from '#contract/merchant/registrations.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { DetailPage, DetailSkeleton } from '../../../ui/detail-page.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { dayText } from '../../../ui/relative-date.ts';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { meQuery } from '../../me-query.ts';
import { languageName } from '../../language-name.ts';
import { hasCode, loadProblemText, problemText } from '../../problem-words.ts';
import { NotFoundPage } from '../../shell/problem-pages.tsx';
import { answerText } from '../claim/answer-text.ts';
import { AddressBlock } from '../claim/address-block.tsx';
import { LinePicture } from '../claim/line-picture.tsx';
import { AddProductsDialog } from './add-products-dialog.tsx';
import { BackToRegistrations } from './back-to-registrations.tsx';
import { EditRegistrationDialog } from './edit-registration-dialog.tsx';
import { registrationQuery, useRegistrationChange } from './registration-queries.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import '../claim/claim-detail.css';
import '../orders/orders.css';

const FROM = '/$storeId/registrations/$registrationId';

type Open = 'edit' | 'add' | 'cancel' | 'transfer' | { remove: RegistrationShown['lineItems'][number] } | null;

export function RegistrationPage() {
  const { storeId, registrationId } = useParams({ from: FROM });
  return <RegistrationDetail key={`${storeId} ${registrationId}`} storeId={storeId} registrationId={registrationId} />;
}

/** One registration: its products and their warranty, its owner, and its claims (S2.15). */
function RegistrationDetail({ storeId, registrationId }: { storeId: number; registrationId: number }) {
  const { data: registration, error, refetch } = useQuery(registrationQuery(storeId, registrationId));
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState<Open>(null);
  // The card of a helpdesk has no list to go back to.
  const isRestricted = me?.stores.some(({ id, roleCode }) => id === storeId && roleCode === 'Helpdesk') ?? true;
  const back = isRestricted ? null : <BackToRegistrations storeId={storeId} />;
  if (!registration) {
    if (!error) return <DetailSkeleton back={back} />;
    if (hasCode(error, 'REGISTRATION_NOT_FOUND')) return <NotFoundPage />;
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {loadProblemText(error)}
      </MessagePage>
    );
  }
  const close = (): void => setOpen(null);
  const { canceledOn, externalId, isEditable, isTiedToOrder } = registration;
  return (
    <>
      <DetailPage
        name={`${externalId} · Registrations`}
        back={back}
        title={<bdi>{externalId}</bdi>}
        subtitle={
          <>
            {canceledOn ? <StatusBadge status={{ label: 'Canceled', tone: 'bad' }} /> : null}
            <span>
              {registration.registrationChannelName ? `${registration.registrationChannelName} · ` : ''}Created{' '}
              <DateText date={registration.createdOn} isInSentence />
            </span>
          </>
        }
        actions={
          <>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
                  More Actions
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item disabled={!isEditable} onClick={() => setOpen('edit')}>
                  Edit Registration
                </Menu.Item>
                <Menu.Item disabled={canceledOn !== null || isTiedToOrder} onClick={() => setOpen('transfer')}>
                  Transfer to a new owner
                </Menu.Item>
                <Menu.Item disabled={canceledOn !== null} color="red.8" onClick={() => setOpen('cancel')}>
                  Cancel Registration
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            {canceledOn !== null || isRestricted ? null : (
              <Button
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/$storeId/orders/lookup/$idFromPlatform"
                    params={{ storeId, idFromPlatform: registration.orderIdFromPlatform }}
                  />
                )}
              >
                Create Claim
              </Button>
            )}
          </>
        }
        main={
          <>
            {isEditable || canceledOn !== null ? null : (
              <Notice tone="neutral">
                A claim was made on this registration, so its products and dates stay as they are.
              </Notice>
            )}
            <Section
              title="Products"
              action={
                isEditable && !isTiedToOrder ? (
                  <Button variant="default" size="compact-sm" onClick={() => setOpen('add')}>
                    Add Products
                  </Button>
                ) : null
              }
            >
              <ul className="mg-order-lines" aria-label="Products">
                {registration.lineItems.map((line) => (
                  <ProductLine
                    key={line.id}
                    storeId={isRestricted ? null : storeId}
                    line={line}
                    onRemove={
                      isEditable && !isTiedToOrder && registration.lineItems.length > 1
                        ? () => setOpen({ remove: line })
                        : null
                    }
                  />
                ))}
              </ul>
            </Section>
            <RequestDetails registration={registration} />
          </>
        }
        side={<Side storeId={storeId} registration={registration} />}
      />
      {open === 'edit' ? (
        <EditRegistrationDialog storeId={storeId} registration={registration} onClose={close} />
      ) : null}
      {open === 'add' ? <AddProductsDialog storeId={storeId} registration={registration} onClose={close} /> : null}
      {open === 'transfer' ? <TransferDialog storeId={storeId} registration={registration} onClose={close} /> : null}
      <CancelQuestion isOpen={open === 'cancel'} storeId={storeId} registration={registration} onClose={close} />
      <RemoveQuestion
        line={typeof open === 'object' && open !== null ? open.remove : null}
        storeId={storeId}
        registration={registration}
        onClose={close}
      />
    </>
  );
}

/** `storeId` null: nowhere to look its serial number up. */
type LineProps = {
  storeId: number | null;
  line: RegistrationShown['lineItems'][number];
  onRemove: (() => void) | null;
};

function ProductLine({ storeId, line, onRemove }: LineProps) {
  return (
    <li className="mg-order-line">
      <LinePicture url={line.imgUrl} />
      <div className="mg-order-line-body">
        <bdi className="mg-order-line-name">{line.name}</bdi>
        {line.variantTitle ? <bdi className="mg-muted">{line.variantTitle}</bdi> : null}
        {line.sku ? <span className="mg-muted">{line.sku}</span> : null}
        {line.serialNumber ? (
          <span className="mg-muted">
            Serial number{' '}
            {storeId === null ? (
              <bdi>{line.serialNumber}</bdi>
            ) : (
              <Link
                to="/$storeId/registrations/serial-number"
                params={{ storeId }}
                search={{ number: line.serialNumber }}
              >
                {line.serialNumber}
              </Link>
            )}
          </span>
        ) : null}
        <StatusBadge status={{ label: line.coverage, tone: line.isCovered ? 'good' : 'neutral' }} />
      </div>
      <div className="mg-order-line-sum">
        <span className="mg-muted">× {line.quantity}</span>
        {onRemove ? (
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${line.name}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
    </li>
  );
}

function RequestDetails({ registration }: { registration: RegistrationShown }) {
  const { consent, emailMarketingConsentCollectedOn: consentOn } = registration;
  return (
    <Section title="Registration Request Details">
      <Facts
        facts={[
          ['Purchased', dayText(registration.estimatedPurchaseDate)],
          ['Bought at', <bdi key="channel">{registration.registrationChannelName || 'Not asked'}</bdi>],
          ['Order number', <bdi key="order">{registration.customerProvidedOrderNumber ?? 'Not given'}</bdi>],
          ...registration.customFields.map((answer): [string, React.ReactNode] => [
            answer.displayName,
            <bdi key={answer.id}>{answerText(answer)}</bdi>,
          ]),
          ['Came from', <bdi key="from">{registration.referrer ?? 'Unknown'}</bdi>],
          [
            'Marketing consent',
            consent && consentOn ? (
              <span key="consent">
                <DateText date={consentOn} />: <q>{consent.text}</q> ({languageName(consent.language)})
              </span>
            ) : (
              'Not given'
            ),
          ],
        ]}
      />
      {registration.proofOfPurchaseFileUrls.length > 0 ? (
        <>
          <h3 className="mg-subtitle">Proof of purchase</h3>
          <ul className="mg-orders" aria-label="Proof of purchase">
            {registration.proofOfPurchaseFileUrls.map(({ url, filename }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  <bdi>{filename}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Section>
  );
}

function Side({ storeId, registration }: { storeId: number; registration: RegistrationShown }) {
  const { claims, email, firstName, lastName, phone, address, transferredOn } = registration;
  return (
    <>
      <Section title="Claims">
        {claims.length === 0 ? (
          <p className="mg-muted mg-p">No claims on this registration.</p>
        ) : (
          <ul className="mg-orders" aria-label="Claims">
            {claims.map((claim) => (
              <li key={claim.id}>
                <Link
                  to="/$storeId/claims/$type/$claimId"
                  params={{ storeId, type: claim.claimType, claimId: claim.id }}
                  search={{}}
                >
                  {claim.externalId}
                </Link>
                <StatusBadge status={{ label: claim.claimRollup.name, tone: claim.claimRollup.tone }} />
                <span className="mg-muted">{CLAIM_TYPES[claim.claimType].label}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Customer">
        <bdi>{`${firstName} ${lastName}`.trim() || 'No name'}</bdi>
        <div className="mg-copyable">
          <a href={`mailto:${email}`}>{email}</a>
          <CopyButton text={email} label="Copy email" />
        </div>
        <span className="mg-muted">{phone || 'No phone'}</span>
        {transferredOn.map((on) => (
          <span key={on} className="mg-muted">
            Transferred <DateText date={on} isInSentence />
          </span>
        ))}
      </Section>
      <Section title="Shipping address">
        {address ? <AddressBlock address={address} /> : <p className="mg-muted mg-p">No address</p>}
      </Section>
    </>
  );
}

type DialogProps = { storeId: number; registration: RegistrationShown; onClose: () => void };

function CancelQuestion({ isOpen, storeId, registration, onClose }: DialogProps & { isOpen: boolean }) {
  const cancel = useRegistrationChange(
    storeId,
    registration,
    () => call(cancelRegistration, { params: { storeId, registrationId: registration.id } }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Cancel ${registration.externalId}?`}
      confirmLabel="Cancel Registration"
      cancelLabel="Keep registration"
      isBusy={cancel.isPending}
      isDestructive
      onConfirm={() => cancel.mutate(undefined, { onError: (error) => toast(problemText(error), 'bad') })}
    >
      This can't be undone. Nobody can claim on its warranty anymore, and we email the owner. Serial numbers can be
      registered again.
    </ConfirmDialog>
  );
}

function RemoveQuestion({ line, storeId, registration, onClose }: DialogProps & { line: LineProps['line'] | null }) {
  const remove = useRegistrationChange(
    storeId,
    registration,
    (lineItemIdToRemove: number) =>
      call(changeRegistration, {
        params: { storeId, registrationId: registration.id },
        body: { lineItemIdToRemove },
      }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen={line !== null}
      onClose={onClose}
      title="Delete Product"
      confirmLabel="Delete Product"
      cancelLabel="Keep product"
      isBusy={remove.isPending}
      isDestructive
      onConfirm={() => line && remove.mutate(line.id, { onError: (error) => toast(problemText(error), 'bad') })}
    >
      {line ? `${line.name} is no longer part of this registration, and its warranty ends.` : ''}
    </ConfirmDialog>
  );
}
