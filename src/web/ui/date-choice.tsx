import { Radio } from '@mantine/core';
import { useState } from 'react';
import { DATE_PRESET_LABELS, DATE_PRESETS, DateRange, type DateFilter } from '#core/lists/date-filter.ts';
import { DayFields } from './day-fields.tsx';

/** A span of days: one that moves with today, or one of its own, in the reader's zone (C5.15). */
export function DateChoice({
  label,
  chosen,
  onChange,
}: {
  label: string;
  chosen: DateFilter | undefined;
  onChange: (chosen: DateFilter) => void;
}) {
  const range = chosen && !('preset' in chosen) ? chosen : null;
  const [isCustom, setCustom] = useState(range !== null);
  const change = (from: string, to: string): void => {
    const parsed = DateRange.safeParse({ start: midnightOf(from, 0), end: midnightOf(to, 1) });
    if (parsed.success) onChange(parsed.data);
  };
  return (
    <Radio.Group
      aria-label={label}
      value={isCustom ? 'custom' : chosen && 'preset' in chosen ? chosen.preset : null}
      onChange={(value) => {
        const preset = DATE_PRESETS.find((one) => one === value);
        setCustom(preset === undefined);
        if (preset) onChange({ preset });
      }}
    >
      <div className="mg-choice-options">
        {DATE_PRESETS.map((preset) => (
          <Radio key={preset} size="xs" value={preset} label={DATE_PRESET_LABELS[preset]} />
        ))}
        <Radio size="xs" value="custom" label="Custom" />
      </div>
      {isCustom ? (
        <DayFields
          start={range?.start ? dayOf(range.start, 0) : ''}
          end={range?.end ? dayOf(range.end, -1) : ''}
          onChange={change}
        />
      ) : null}
    </Radio.Group>
  );
}

/** Midnight in the reader's zone that begins the day, or the one so many days later; null for none. */
function midnightOf(day: string, daysLater: number): string | null {
  if (day === '') return null;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const midnight = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(midnight.getTime()) ? null : midnight.toISOString();
}

/** The day an instant is in, in the reader's zone, or the one so many days later. */
function dayOf(instant: string, daysLater: number): string {
  const date = new Date(instant);
  date.setDate(date.getDate() + daysLater);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
