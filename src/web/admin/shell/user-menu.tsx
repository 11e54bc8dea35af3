import { Avatar, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import type { Me } from './access.ts';

export function UserMenu({ user, onLogOut }: { user: Me['user']; onLogOut: () => void }) {
  const { setColorScheme } = useMantineColorScheme();
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
        <Menu.Item
          leftSection={isDark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Use light theme' : 'Use dark theme'}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onLogOut}>
          Log Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
