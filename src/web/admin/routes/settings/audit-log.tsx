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
      <TableList kind="Audit" onOpen={({ id }) => open(id)} />
      {opened === null ? null : <AuditEntryDialog storeId={storeId} entryId={opened} onClose={() => open(null)} />}
    </>
  );
}
