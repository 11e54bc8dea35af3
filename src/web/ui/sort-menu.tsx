import { Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';

export type SortOption = { id: string; label: string };

export function SortMenu({
  value,
  options,
  onChange,
}: {
  value: string;
  options: readonly SortOption[];
  onChange: (id: string) => void;
}) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconArrowsSort size={16} />}>
          Sort
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option) => (
          <Menu.Item
            key={option.id}
            onClick={() => onChange(option.id)}
            leftSection={<IconCheck size={14} style={{ visibility: option.id === value ? 'visible' : 'hidden' }} />}
            aria-current={option.id === value}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
