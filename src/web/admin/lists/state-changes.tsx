import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

type Row = { id: number; text: string };

/** Announces what became of the rows of a list that is asked for again and again, and nothing of how far each is. */
export function StateChanges({ rows }: { rows: readonly Row[] }) {
  const [known, keep] = useState(rows);
  const [said, say] = useState('');
  const changed = rows.filter(({ id, text }) => known.every((one) => one.id !== id || one.text !== text));
  if (changed.length > 0) {
    keep(rows);
    say(changed.map(({ text }) => text).join(' '));
  }
  return <VisuallyHidden component="output">{said}</VisuallyHidden>;
}
