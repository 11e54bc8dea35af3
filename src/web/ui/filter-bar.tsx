import { Button, Menu, Popover, Radio } from '@mantine/core';
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { DATE_PRESET_LABELS, type DateFilter } from '#core/lists/date-filter.ts';
import { dayOf } from './calendar-day.ts';
import { DateChoice } from './date-choice.tsx';
import { MultiChoice, type Choice } from './multi-choice.tsx';
import { dayText } from './relative-date.ts';

export type FilterValue = readonly string[] | boolean | DateFilter;
/** One thing a list can be narrowed by. */
export type FilterField = { id: string; label: string } & (
  | { kind: 'multiselect'; options: readonly Choice[] }
  | { kind: 'boolean' }
  | { kind: 'date' }
);

/** The filters in force, each a chip that opens, and a menu of the others. */
export function FilterBar({
  fields,
  values,
  onChange,
}: {
  fields: readonly FilterField[];
  values: Readonly<Record<string, FilterValue | undefined>>;
  /** Undefined takes the filter off. */
  onChange: (id: string, value: FilterValue | undefined) => void;
}) {
  // A filter that was just chosen from the menu and has no value yet.
  const [opened, setOpened] = useState<string | null>(null);
  const bar = useRef<HTMLFieldSetElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const open = (id: string | null): void => {
    setOpened(id);
    if (id !== null) return;
    // A filter without a value is removed. A filter that was just added has no earlier focus to return to.
    setTimeout(() => {
      const { activeElement, body } = document;
      if (activeElement !== body && !activeElement?.closest('[role=dialog]')) return;
      (bar.current?.querySelector<HTMLElement>(`[data-filter="${opened}"]`) ?? adder.current)?.focus();
    });
  };
  const inForce = fields.filter(({ id }) => values[id] !== undefined || id === opened);
  const others = fields.filter((field) => !inForce.includes(field));
  return (
    <fieldset ref={bar} className="mg-filter-chips" aria-label="Filters">
      {inForce.map((field) => (
        <FilterChip
          key={field.id}
          field={field}
          value={values[field.id]}
          isOpen={opened === field.id}
          onOpen={(isOpen) => open(isOpen ? field.id : null)}
          onChange={(value) => onChange(field.id, value)}
        />
      ))}
      {others.length > 0 ? (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button ref={adder} variant="subtle" size="xs" leftSection={<IconPlus size={14} />}>
              Add filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {others.map((field) => (
              <Menu.Item key={field.id} onClick={() => setOpened(field.id)}>
                {field.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </fieldset>
  );
}

function FilterChip({
  field,
  value,
  isOpen,
  onOpen,
  onChange,
}: {
  field: FilterField;
  value: FilterValue | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (value: FilterValue | undefined) => void;
}) {
  const text = value === undefined ? field.label : `${field.label}: ${valueText(field, value)}`;
  return (
    <span className="mg-filter-chip">
      <Popover opened={isOpen} onChange={onOpen} position="bottom-start" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <button type="button" data-filter={field.id} onClick={() => onOpen(!isOpen)}>
            <bdi>{text}</bdi>
            <IconChevronDown size={12} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={field.label}>
          <FilterEditor field={field} value={value} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        aria-label={`Remove filter ${field.label}`}
        onClick={() => {
          onOpen(false);
          onChange(undefined);
        }}
      >
        <IconX size={12} aria-hidden />
      </button>
    </span>
  );
}

function FilterEditor({
  field,
  value,
  onChange,
}: {
  field: FilterField;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}) {
  if (field.kind === 'multiselect')
    return (
      <MultiChoice
        label={field.label}
        options={field.options}
        chosen={isList(value) ? value : []}
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
      />
    );
  if (field.kind === 'date')
    return <DateChoice label={field.label} chosen={isDate(value) ? value : undefined} onChange={onChange} />;
  return (
    <Radio.Group
      aria-label={field.label}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(chosen) => onChange(chosen === 'true')}
    >
      <div className="mg-choice-options">
        <Radio size="xs" value="true" label="Yes" data-autofocus />
        <Radio size="xs" value="false" label="No" />
      </div>
    </Radio.Group>
  );
}

const isList = (value: FilterValue | undefined): value is readonly string[] => Array.isArray(value);
const isDate = (value: FilterValue | undefined): value is DateFilter => typeof value === 'object' && !isList(value);

const SHOWN = 2;

function valueText(field: FilterField, value: FilterValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isList(value)) {
    const labels = value.map((one) =>
      field.kind === 'multiselect' ? (field.options.find((option) => option.value === one)?.label ?? one) : one,
    );
    const more = labels.length - SHOWN;
    return labels.slice(0, SHOWN).join(', ') + (more > 0 ? ` +${more} More` : '');
  }
  if ('preset' in value) return DATE_PRESET_LABELS[value.preset];
  // The end is the midnight after the last day.
  const day = (instant: string | null, before: number): string =>
    instant === null ? '…' : dayText(dayOf(new Date(Date.parse(instant) - before)));
  return `${day(value.start, 0)} – ${day(value.end, 1)}`;
}
