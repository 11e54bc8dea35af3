import { Tooltip } from '@mantine/core';
import { useState } from 'react';
import { absoluteDate, relativeDate } from './relative-date.ts';

/** A date, relative when near; the full instant with its zone on hover. */
export function DateText({ date }: { date: string }) {
  const [now] = useState(() => new Date());
  return (
    <Tooltip label={absoluteDate(date)}>
      <time className="mg-date" dateTime={date}>
        {relativeDate(date, now)}
      </time>
    </Tooltip>
  );
}
