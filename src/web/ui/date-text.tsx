import { Tooltip } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState, useSyncExternalStore } from 'react';
import { absoluteDate, relativeDate, untilText, withinSentence } from './relative-date.ts';
import { today } from './today.ts';

const asOfNow = (date: string): string => relativeDate(date, new Date());

// Put into words only when it is asked for.
const InFull = ({ date }: { date: string }) => absoluteDate(date);

/** A date, relative when near; the full instant with its zone on hover. */
export function DateText({ date, isInSentence = false }: { date: string; isInSentence?: boolean }) {
  // Another day makes other words of the same date.
  useSyncExternalStore(today.subscribe, today.get);
  return (
    <Tooltip label={<InFull date={date} />}>
      <time className="mg-date" dateTime={date}>
        {isInSentence ? withinSentence(asOfNow(date)) : asOfNow(date)}
      </time>
    </Tooltip>
  );
}

/** How far away an instant is, counting down; the full instant on hover. */
export function UntilText({ date }: { date: string }) {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), 1000, { autoInvoke: true });
  return (
    <Tooltip label={<InFull date={date} />}>
      <time className="mg-date" dateTime={date}>
        {untilText(date, now)}
      </time>
    </Tooltip>
  );
}
