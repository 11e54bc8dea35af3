import { ActionIcon, Button, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { retriedText } from '../../routes/effects/effect-words.ts';
import { Banner } from '../banners.tsx';
import { alertsQuery, useFreshStore, type Reader } from './alert-queries.ts';
import { attentionText } from './read-locally.ts';
import './alerts.css';

/** The bell of admins, with how many alerts they have not read. */
export function AlertsBell({ reader, onOpen }: { reader: Reader; onOpen: () => void }) {
  const { data } = useQuery(alertsQuery(reader, true));
  useFreshStore(data);
  const count = data?.unreadCount ?? 0;
  const retried = data ? retriedText(data.retried) : null;
  const label = [count === 0 ? 'Alerts' : `Alerts, ${count} unread`, ...(retried === null ? [] : [retried])].join(', ');
  return (
    <Indicator
      label={count > 99 ? '99+' : count || ''}
      size={count === 0 ? 10 : 16}
      color={count === 0 ? 'yellow.6' : 'red.8'}
      disabled={count === 0 && retried === null}
      inline
      offset={9}
      zIndex={1}
      aria-hidden={false}
    >
      <ActionIcon className="mg-bell" variant="subtle" color="gray" size={36} aria-label={label} onClick={onOpen}>
        <IconBell size={18} />
      </ActionIcon>
    </Indicator>
  );
}

/** What needs attention, above every page. */
export function AlertsBanner({ reader, onOpen }: { reader: Reader; onOpen: () => void }) {
  const { data } = useQuery(alertsQuery(reader, true));
  if (!data || data.unreadWarningCount === 0) return null;
  return (
    <Banner
      tone="waiting"
      action={
        <Button size="compact-xs" variant="default" onClick={onOpen}>
          View Alerts
        </Button>
      }
    >
      {attentionText(data.unreadWarningCount)}
    </Banner>
  );
}
