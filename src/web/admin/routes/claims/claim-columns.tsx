import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ClaimListed } from '#contract/merchant/lists.ts';
import { isRegistrationId } from '#core/claims/external-id.ts';
import { REPAIR_DUE } from '#core/claims/repair-due.ts';
import { DateText } from '../../../ui/date-text.tsx';
import type { Column } from '../../../ui/list-table.tsx';
import { moneyText, plainMoneyText } from '../../../ui/money-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { LinePicture } from '../claim/line-picture.tsx';
import type { ListAddress } from '../../lists/list-address.ts';
import { CLAIM } from './claim-places.ts';

type Row = ClaimListed;

/** The columns of a claim list; `rows` decide whether the heading can name the currency. */
export function claimColumns(storeId: number, rows: readonly Row[] | undefined, address: ListAddress): Column<Row>[] {
  const currencies = new Set(rows?.map((row) => row.currencyCode));
  const [only] = currencies.size === 1 ? currencies : [];
  return [
    {
      id: 'claim',
      title: 'Claim',
      phone: 'start',
      skeleton: 88,
      cell: (row) => <ClaimLink storeId={storeId} row={row} address={address} />,
    },
    {
      id: 'status',
      title: 'Status',
      phone: 'end',
      skeleton: 120,
      cell: (row) => <Status row={row} />,
    },
    {
      id: 'item',
      title: 'Item',
      phone: 'start',
      room: 'some',
      skeleton: 160,
      cell: (row) => <Item row={row} />,
    },
    {
      id: 'reason',
      title: 'Reason',
      phone: 'none',
      room: 'much',
      skeleton: 96,
      cell: (row) => <Some names={row.reasons} />,
    },
    {
      id: 'customer',
      title: 'Customer',
      phone: 'start',
      skeleton: 160,
      cell: (row) => <Customer row={row} />,
    },
    {
      id: 'order',
      title: 'Order',
      phone: 'none',
      isExtra: true,
      skeleton: 56,
      cell: (row) => (
        <span className="mg-order-no" title={row.orderNo}>
          {row.orderNo}
        </span>
      ),
    },
    {
      id: 'resolution',
      title: 'Requested resolution',
      phone: 'none',
      room: 'some',
      skeleton: 96,
      cell: (row) => <Some names={row.requested} />,
    },
    {
      id: 'items',
      title: 'Items',
      phone: 'none',
      isExtra: true,
      isNumber: true,
      skeleton: 16,
      cell: (row) => row.lineCount,
    },
    {
      id: 'requested',
      title: only ? `Requested, ${only}` : 'Requested',
      phone: 'end',
      isNumber: true,
      skeleton: 56,
      cell: (row) => (
        <>
          <span className="mg-wide">
            {only ? plainMoneyText(row.requestedTotal, only) : moneyText(row.requestedTotal, row.currencyCode)}
          </span>
          <span className="mg-small">{moneyText(row.requestedTotal, row.currencyCode)}</span>
        </>
      ),
    },
    {
      id: 'created',
      title: 'Created',
      phone: 'start',
      room: 'some',
      isNumber: true,
      skeleton: 96,
      cell: (row) => (
        <span className="mg-muted">
          <DateText date={row.createdOn} />
        </span>
      ),
    },
    {
      id: 'email',
      title: 'Email',
      phone: 'none',
      isExtra: true,
      skeleton: 160,
      cell: (row) => <bdi className="mg-muted">{row.customerEmail}</bdi>,
    },
    {
      id: 'tags',
      title: 'Tags',
      phone: 'none',
      isExtra: true,
      skeleton: 96,
      cell: (row) => <Some names={row.tags} />,
    },
  ];
}

/** Passes on the address of the list, for the back link and the neighbors. */
function ClaimLink({ storeId, row, address }: { storeId: number; row: Row; address: ListAddress }) {
  return (
    <span className="mg-claim-cell">
      <Link
        className="mg-claim-link"
        to={CLAIM}
        params={{ storeId, type: row.claimType, claimId: row.id }}
        search={address}
      >
        {row.externalId}
      </Link>
      {row.problem === null ? null : (
        <span title={PROBLEMS[row.problem]}>
          <IconAlertTriangle className="mg-claim-error" data-problem={row.problem} size={14} aria-hidden />
          <VisuallyHidden>{PROBLEMS[row.problem]}</VisuallyHidden>
        </span>
      )}
      {row.isAgainstRules ? (
        <span className="mg-tag" title="The customer asked for an exception to the rules">
          Review asked
        </span>
      ) : null}
      {row.isAppealed ? (
        <span className="mg-tag" title="The customer appealed the denial">
          Appealed
        </span>
      ) : null}
      {row.tags.length > 0 ? (
        <span className="mg-claim-tags">
          {row.tags.slice(0, 2).map((tag) => (
            <span key={tag} className="mg-tag" title={tag}>
              <bdi>{tag}</bdi>
            </span>
          ))}
        </span>
      ) : null}
    </span>
  );
}

function Customer({ row }: { row: Row }) {
  return (
    <div className="mg-customer">
      <bdi title={row.customerName}>{row.customerName}</bdi>
      <span className="mg-muted" title={row.customerEmail}>
        {isRegistrationId(row.orderNo) ? `Registration ${row.orderNo}` : `Order ${row.orderNo}`}
      </span>
    </div>
  );
}

const METHODS_SHOWN = 2;

const PROBLEMS: Readonly<Record<NonNullable<Row['problem']>, string>> = {
  failed: 'An action failed',
  leftOut: 'An item was left out when it was finalized',
};

/** The first item with its picture, and how many more there are. */
function Item({ row }: { row: Row }) {
  const { item, more } = row;
  if (item === null) return null;
  const name = item.variantTitle === '' ? item.name : `${item.name}, ${item.variantTitle}`;
  return (
    <div className="mg-item-cell" title={more > 0 ? `${name} and ${more} more` : name}>
      <LinePicture url={item.imgUrl} size={32} />
      <span className="mg-item-names">
        <bdi>{item.name}</bdi>
        <span className="mg-muted">
          {item.variantTitle === '' ? null : <bdi>{item.variantTitle}</bdi>}
          {more > 0 ? `${item.variantTitle === '' ? '' : ' · '}+${more} more` : null}
        </span>
      </span>
    </div>
  );
}

/** As many as a row is high; all of them on hover and to who listens. */
function Some({ names }: { names: readonly string[] }) {
  const all = names.join(', ');
  const more = names.length - METHODS_SHOWN;
  if (more <= 0) return <div className="mg-methods">{all}</div>;
  return (
    <div className="mg-methods" title={all}>
      <span aria-hidden>{`${names.slice(0, METHODS_SHOWN).join(', ')}, +${more}`}</span>
      <VisuallyHidden>{all}</VisuallyHidden>
    </div>
  );
}

function Status({ row }: { row: Row }) {
  const [repair] = row.repairs ?? [];
  const { name, label, tone } = row.claimRollup;
  return (
    <div className="mg-status-cell">
      <StatusBadge status={{ label: name, tone }} />
      {repair ? (
        <span className="mg-muted">
          {REPAIR_DUE[repair.due]}, <DateText date={repair.since} isInSentence />
        </span>
      ) : label.toLowerCase() === name.toLowerCase() ? null : (
        <span className="mg-muted mg-wide" title={label}>
          {label}
        </span>
      )}
    </div>
  );
}
