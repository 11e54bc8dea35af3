import { Pill, type ComboboxRenderPillInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { MOST_SHOWN } from '#core/automations/explain.ts';

type Chips = {
  onFocus: () => void;
  onBlur: () => void;
  renderPill?: (chip: ComboboxRenderPillInput) => ReactNode;
};

/** The first three of some chosen values and how many more there are; all of them while they are changed (R9.11). */
export function useValueChips(chosen: readonly string[]): Chips {
  const [isChanging, setChanging] = useState(false);
  const focus = { onFocus: () => setChanging(true), onBlur: () => setChanging(false) };
  const rest = chosen.length - MOST_SHOWN;
  if (isChanging || rest <= 0) return focus;
  return {
    ...focus,
    renderPill({ option, value = '', onRemove, disabled }) {
      const place = chosen.indexOf(value);
      if (place > MOST_SHOWN) return null;
      if (place === MOST_SHOWN) return <Pill>{`and ${rest} More`}</Pill>;
      return (
        <Pill withRemoveButton onRemove={() => onRemove?.()} disabled={disabled === true}>
          {option.label}
        </Pill>
      );
    },
  };
}
