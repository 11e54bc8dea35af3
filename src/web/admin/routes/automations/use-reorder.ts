import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';

type Dragged = {
  id: number;
  from: number;
  to: number;
  /** How far the pointer has come. */
  by: number;
  startY: number;
  /** Where the rows were when it began. */
  rows: readonly { middle: number; height: number }[];
};

/** Where the row that is dragged would come to stand: after every row whose middle it has passed. */
export function placeOf({ from, by, rows }: Pick<Dragged, 'from' | 'by' | 'rows'>): number {
  const middle = (rows[from]?.middle ?? 0) + by;
  return rows.filter((row, at) => at !== from && row.middle < middle).length;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Lets the rows of a list be put in another order, by a handle that is dragged or moved with the arrow keys. */
export function useReorder({ ids, onMove }: { ids: readonly number[]; onMove: (id: number, to: number) => void }) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const handle = (id: number) => ({
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key === 'Escape') setDragged(null);
      const at = ids.indexOf(id);
      const to = STEPS[event.key]?.(at, ids.length - 1);
      if (to === undefined) return;
      event.preventDefault();
      if (to !== at && to >= 0 && to < ids.length) onMove(id, to);
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const list = event.currentTarget.closest('ol');
      if (event.button !== 0 || !list) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const rows = [...list.children].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { middle: top + height / 2, height };
      });
      const from = ids.indexOf(id);
      setDragged({ id, from, to: from, by: 0, startY: event.clientY, rows });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragged?.id !== id) return;
      const by = event.clientY - dragged.startY;
      setDragged({ ...dragged, by, to: placeOf({ ...dragged, by }) });
    },
    onPointerUp() {
      if (dragged?.id === id && dragged.to !== dragged.from) onMove(id, dragged.to);
      setDragged(null);
    },
    onPointerCancel: () => setDragged(null),
  });
  const row = (id: number): { style?: CSSProperties; 'data-dragged'?: true } => {
    if (!dragged) return {};
    if (id === dragged.id) return { style: { transform: `translateY(${dragged.by}px)` }, 'data-dragged': true };
    const shift = shiftOf(ids.indexOf(id), dragged);
    return shift === 0 ? {} : { style: { transform: `translateY(${shift}px)` } };
  };
  return { handle, row };
}

/** The rows in between make room. */
function shiftOf(at: number, { from, to, rows }: Dragged): number {
  const height = rows[from]?.height ?? 0;
  if (at > from && at <= to) return -height;
  return at < from && at >= to ? height : 0;
}
