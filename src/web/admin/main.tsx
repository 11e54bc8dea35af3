import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocus } from '../ui/keep-focus.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { SessionExpired } from './shell/session-expired.tsx';
import { keepShell } from './shell/shell-worker.ts';
import { Toasts } from './shell/toasts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionExpired />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

keepFocus();
keepShell();
