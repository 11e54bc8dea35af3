/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- it is typed into, and Combobox names the list it controls */
import { Combobox, useCombobox } from '@mantine/core';
import { useState } from 'react';
import type { MyStore } from './access.ts';
import { labelOf, StoreButton, StoreMark } from './store-button.tsx';

/** The picker of someone with more stores than fit at a glance: they are found by a part of their name. */
export function StoreFinder({
  stores,
  store,
  labels,
  onPick,
}: {
  stores: readonly MyStore[];
  store: MyStore | null;
  labels: ReadonlyMap<number, string>;
  onPick: (storeId: number) => void;
}) {
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => {
      combobox.focusSearchInput();
      combobox.selectActiveOption();
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setTyped('');
    },
  });
  const shown = stores.filter((one) => labelOf(one, labels).toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      width={280}
      position="bottom-start"
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        onPick(Number(id));
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <StoreButton
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {labelOf(store, labels)}
        </StoreButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded
          aria-label="Find a store"
          placeholder="Find"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
            // The first of what fits once it is drawn.
            setTimeout(() => combobox.selectFirstOption());
          }}
        />
        <Combobox.Options mah="min(320px, 60vh)" style={{ overflowY: 'auto' }} aria-label="Stores">
          {shown.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)} active={one.id === store?.id}>
              <StoreMark isOpen={one.id === store?.id} /> {labelOf(one, labels)}
            </Combobox.Option>
          ))}
          {shown.length === 0 ? <Combobox.Empty>Nothing found</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
