import { Button, Drawer, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Alert } from '#contract/merchant/alerts.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useFocusBack } from '../../../ui/use-focus-back.ts';
import { RetriedNotice } from '../../routes/effects/retried-notice.tsx';
import { alertsQuery, useMarkRead, type Reader } from './alert-queries.ts';
import './alerts.css';

/** Every alert of the store, to be read and marked; open as long as it is mounted. */
export function AlertsPanel({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  useFocusBack();
  const [isUnreadOnly, setUnreadOnly] = useState(true);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={400}
      title="Alerts"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close alerts' }}
    >
      <AlertList reader={reader} isUnreadOnly={isUnreadOnly} onUnreadOnly={setUnreadOnly} onLeave={onClose} />
    </Drawer>
  );
}

type ListProps = {
  reader: Reader;
  isUnreadOnly: boolean;
  onUnreadOnly: (isOnly: boolean) => void;
  onLeave: () => void;
};

function AlertList({ reader, isUnreadOnly, onUnreadOnly, onLeave }: ListProps) {
  const { data, error, refetch } = useQuery(alertsQuery(reader, isUnreadOnly));
  const marking = useMarkRead(reader);
  // What was just read leaves the unread ones when they are asked for again.
  const shown = data?.data.filter((alert) => !isUnreadOnly || alert.readOn === null);
  return (
    <div>
      <div className="mg-alerts-head">
        <Switch
          label="Unread only"
          checked={isUnreadOnly}
          onChange={(event) => onUnreadOnly(event.currentTarget.checked)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={(data?.unreadCount ?? 0) === 0}
          onClick={() => marking.mutate({ all: data?.data ?? [], readOn: new Date().toISOString() })}
        >
          Mark all as read
        </Button>
      </div>
      {error && !data ? <LoadProblem message="Unable to load alerts" onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <>
          <Skeleton height={88} mb="md" />
          <Skeleton height={88} />
        </>
      ) : null}
      {data ? <RetriedNotice storeId={reader.storeId} retried={data.retried} onLeave={onLeave} /> : null}
      {shown?.length === 0 ? (
        <p className="mg-muted">{isUnreadOnly ? 'No more unread alerts' : 'No more alerts'}</p>
      ) : null}
      {shown && shown.length > 0 ? (
        <ul className="mg-alerts">
          {shown.map((alert) => (
            <AlertItem
              key={alert.id}
              alert={alert}
              onMark={(readOn) => marking.mutate({ alert, readOn })}
              onLeave={onLeave}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function AlertItem({
  alert,
  onMark,
  onLeave,
}: {
  alert: Alert;
  onMark: (readOn: string | null) => void;
  onLeave: () => void;
}) {
  const router = useRouter();
  const isRead = alert.readOn !== null;
  const { url } = alert;
  return (
    <li className="mg-alert" data-read={isRead}>
      <div className="mg-alert-head">
        <h3>{alert.subject}</h3>
        <StatusBadge status={{ label: alert.severity, tone: alert.severity === 'Warning' ? 'waiting' : 'info' }} />
      </div>
      <p>
        <bdi>{alert.message}</bdi>
      </p>
      <div className="mg-alert-foot">
        <span className="mg-muted">
          {alert.category} · <DateText date={alert.createdOn} />
        </span>
        {url === null ? null : (
          <a
            href={url}
            aria-label={`View: ${alert.subject}`}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onLeave();
              void router.navigate({ href: url });
            }}
          >
            View
          </a>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`${isRead ? 'Mark as unread' : 'Mark as read'}: ${alert.subject}`}
          onClick={() => onMark(isRead ? null : new Date().toISOString())}
        >
          {isRead ? 'Mark as unread' : 'Mark as read'}
        </Button>
      </div>
    </li>
  );
}
