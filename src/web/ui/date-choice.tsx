import { Radio } from '@mantine/core';
import { useState } from 'react';
import { DATE_PRESET_LABELS, DATE_PRESETS, DateRange, type DateFilter } from '#core/lists/date-filter.ts';
import { dayOf, midnightOf } from './calendar-day.ts';
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
    const parsed = DateRange.safeParse({
      start: from === '' ? null : midnightOf(from),
      end: to === '' ? null : midnightOf(to, 1),
    });
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
          start={range?.start ? dayOf(new Date(range.start)) : ''}
          end={range?.end ? dayOf(new Date(range.end), -1) : ''}
          onChange={change}
        />
      ) : null}
    </Radio.Group>
  );
}
