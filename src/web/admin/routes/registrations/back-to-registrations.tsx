import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** The way back to the list. */
export const BackToRegistrations = ({ storeId }: { storeId: number }) => (
  <Button
    variant="transparent"
    c="var(--mg-link)"
    size="compact-sm"
    px={0}
    leftSection={<IconChevronLeft size={14} aria-hidden />}
    renderRoot={(props) => <Link {...props} to="/$storeId/registrations" params={{ storeId }} />}
  >
    Registrations
  </Button>
);
