import { TextInput } from '@mantine/core';
import { useState } from 'react';

// While a year is typed, its first figures are a year of long ago.
const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** Two calendar days (YYYY-MM-DD), each optional; reported while they make sense together (C5.15). */
export function DayFields({
  start,
  end,
  onChange,
}: {
  start: string;
  end: string;
  onChange: (start: string, end: string) => void;
}) {
  const [days, setDays] = useState({ start, end });
  const [invalid, setInvalid] = useState<readonly Side[]>([]);
  const change = (side: Side, { value, validity }: HTMLInputElement): void => {
    const next = { ...days, [side]: value };
    const wrong = sides.filter((one) =>
      one === side ? validity.badInput || !isDayOrNone(value) : invalid.includes(one),
    );
    setDays(next);
    setInvalid(wrong);
    if (wrong.length === 0 && !isTurned(next) && (next.start !== '' || next.end !== '')) onChange(next.start, next.end);
  };
  const field = (side: Side, label: string, problem: string | null) => (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={days[side]}
      error={invalid.includes(side) ? 'Invalid Date' : problem}
      onChange={(event) => change(side, event.currentTarget)}
      // What is no day is as empty as nothing: neither typing it nor taking it away is a change.
      onBlur={({ currentTarget: input }) => {
        if (input.validity.badInput || invalid.includes(side)) change(side, input);
      }}
    />
  );
  return (
    <div className="mg-choice-dates">
      {field('start', 'Start', isTurned(days) ? 'Start cannot be after end' : null)}
      {field('end', 'End', null)}
    </div>
  );
}

type Side = 'start' | 'end';
const sides: readonly Side[] = ['start', 'end'];

const isTurned = ({ start, end }: Readonly<Record<Side, string>>): boolean => start !== '' && end !== '' && start > end;
const isDayOrNone = (day: string): boolean => day === '' || isDay(day);
const isDay = (day: string): boolean => DAY.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
