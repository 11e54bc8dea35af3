import { Badge, Button, Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { storeLabels, type MyStore } from './access.ts';

/** The store's name; a menu only when there is another one to go to. */
export function StorePicker({ stores, store }: { stores: readonly MyStore[]; store: MyStore }) {
  const navigate = useNavigate();
  const labels = storeLabels(stores);
  const test = store.isTest ? (
    <Badge variant="default" size="sm" tt="none">
      Test
    </Badge>
  ) : null;
  if (stores.length < 2)
    return (
      <>
        <span className="mg-store-name">{store.name}</span>
        {test}
      </>
    );
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            c="var(--mg-text)"
            rightSection={<IconSelector size={14} />}
          >
            {labels.get(store.id)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Stores</Menu.Label>
          {stores.map((one) => (
            <Menu.Item
              key={one.id}
              leftSection={<IconCheck size={14} style={{ visibility: one.id === store.id ? 'visible' : 'hidden' }} />}
              aria-current={one.id === store.id}
              onClick={() => void navigate({ to: '/$storeId', params: { storeId: one.id } })}
            >
              {labels.get(one.id)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {test}
    </>
  );
}
