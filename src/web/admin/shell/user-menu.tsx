import { Avatar, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDevices, IconLogout, IconMoon, IconReceipt, IconSettings, IconSun } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '#contract/client.ts';
import { signOutEverywhere } from '#contract/merchant/me.ts';
import { toast } from '../../ui/toast.ts';
import { problemText } from '../problem-words.ts';
import type { Me } from './access.ts';
import { inStore, type NavEntry } from './store-pages.ts';

export type UserMenuProps = {
  user: Me['user'];
  storeId: number | null;
  entries: readonly NavEntry[];
  onLogOut: () => void;
};

export function UserMenu({ user, storeId, entries, onLogOut }: UserMenuProps) {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  // The page that ends a session says then that it ended.
  const ending = useMutation({
    mutationFn: () => call(signOutEverywhere, {}),
    onSuccess: onLogOut,
    onError: (error) => toast(problemText(error), 'bad'),
  });
  const isDark = useComputedColorScheme('light') === 'dark';
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${name}`} style={{ borderRadius: 16, padding: 6 }}>
          <Avatar size={28} radius="xl" color="accent" variant="filled" name={name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <div style={{ color: 'var(--mg-text)', fontWeight: 500 }}>{name}</div>
          <div>{user.email}</div>
        </Menu.Label>
        <Menu.Divider />
        {entries.map((entry) => (
          <Menu.Item
            key={entry.id}
            leftSection={entry.id === 'billing' ? <IconReceipt size={16} /> : <IconSettings size={16} />}
            onClick={() => void router.navigate({ href: inStore(entry.path, storeId) })}
          >
            {entry.label}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Use light theme' : 'Use dark theme'}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onLogOut}>
          Log Out
        </Menu.Item>
        <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => ending.mutate()}>
          Log out everywhere
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
