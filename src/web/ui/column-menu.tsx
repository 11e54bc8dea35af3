import { ActionIcon, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';

/** Which columns of a list are shown. The first always is. */
export function ColumnMenu({
  columns,
  hidden,
  onChange,
}: {
  columns: readonly { id: string; title: string }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label="Columns" title="Columns">
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <fieldset className="mg-choice-options" aria-label="Columns shown">
          {columns.slice(1).map(({ id, title }) => (
            <Checkbox
              key={id}
              size="xs"
              label={title}
              checked={!hidden.includes(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? hidden.filter((one) => one !== id) : [...hidden, id])
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
