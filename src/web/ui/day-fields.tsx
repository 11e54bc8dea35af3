import { TextInput } from '@mantine/core';
import { useState } from 'react';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Two days of the calendar (YYYY-MM-DD), either may be empty; told of while they make sense together (C5.15). */
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
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: { start: string; end: string }): void => {
    setDays(next);
    const found = problemOf(next);
    setProblem(found);
    if (found === null && (next.start !== '' || next.end !== '')) onChange(next.start, next.end);
  };
  return (
    <div className="mg-choice-dates">
      <TextInput
        type="date"
        size="xs"
        label="Start"
        value={days.start}
        error={problem}
        onChange={(event) => change({ ...days, start: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        size="xs"
        label="End"
        value={days.end}
        onChange={(event) => change({ ...days, end: event.currentTarget.value })}
      />
    </div>
  );
}

function problemOf({ start, end }: { start: string; end: string }): string | null {
  if (![start, end].every((day) => day === '' || isDay(day))) return 'Invalid Date';
  return start !== '' && end !== '' && start > end ? 'Start cannot be after end' : null;
}

const isDay = (day: string): boolean => DAY.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
