import { Checkbox, Switch, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';

export type Choice = { value: string; label: string };

const MOST_CHIPS = 5;
const MANY = 10;

/** Several of some options: chips of the first five chosen, a search, and with many options a way to see the chosen alone (C9.05). */
export function MultiChoice({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string;
  options: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const [isChosenOnly, setChosenOnly] = useState(false);
  // A choice that is no longer offered can still be undone.
  const all = [...options, ...chosen.filter((value) => !options.some((one) => one.value === value)).map(asChoice)];
  const shown = all.filter(
    (one) =>
      one.label.toLowerCase().includes(typed.trim().toLowerCase()) && (!isChosenOnly || chosen.includes(one.value)),
  );
  const toggle = (value: string): void =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <div className="mg-choice">
      {chosen.length > 0 ? (
        <div className="mg-choice-chips">
          {chosen.slice(0, MOST_CHIPS).map((value) => {
            const text = all.find((one) => one.value === value)?.label ?? value;
            return (
              <button key={value} type="button" className="mg-choice-chip" onClick={() => toggle(value)}>
                <bdi>{text}</bdi>
                <IconX size={12} aria-label="Remove" />
              </button>
            );
          })}
          {chosen.length > MOST_CHIPS ? (
            <span className="mg-muted">{`+${chosen.length - MOST_CHIPS} More`}</span>
          ) : null}
        </div>
      ) : null}
      <TextInput
        size="xs"
        aria-label={`Search ${label}`}
        placeholder="Find"
        value={typed}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {all.length > MANY ? (
        <Switch
          size="xs"
          label="Selected only"
          checked={isChosenOnly}
          onChange={(event) => setChosenOnly(event.currentTarget.checked)}
        />
      ) : null}
      <fieldset className="mg-choice-options" aria-label={label}>
        {shown.map((one) => (
          <Checkbox
            key={one.value}
            size="xs"
            label={<bdi>{one.label}</bdi>}
            checked={chosen.includes(one.value)}
            onChange={() => toggle(one.value)}
          />
        ))}
        {shown.length === 0 ? <span className="mg-muted">Nothing found</span> : null}
      </fieldset>
    </div>
  );
}

const asChoice = (value: string): Choice => ({ value, label: value });
