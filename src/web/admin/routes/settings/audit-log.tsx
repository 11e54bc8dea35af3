import { UnstyledButton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { TableList } from '../../lists/table-list.tsx';
import { AuditEntryDialog } from './audit-entry.tsx';

/** Who changed what in the store; an entry opens with its difference. */
export function AuditLogPage() {
  const { storeId } = useParams({ from: '/$storeId' });
  const [opened, open] = useState<number | null>(null);
  return (
    <>
      <TableList
        kind="Audit"
        opener={({ id }, date) => (
          <UnstyledButton fz="inherit" aria-haspopup="dialog" onClick={() => open(id)}>
            {date}
          </UnstyledButton>
        )}
        onOpen={({ id }) => open(id)}
      />
      {opened === null ? null : <AuditEntryDialog storeId={storeId} entryId={opened} onClose={() => open(null)} />}
    </>
  );
}
