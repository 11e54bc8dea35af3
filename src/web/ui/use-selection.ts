import { useRef, useState } from 'react';

type Key = string | number;

/** Rows chosen on a page, in the order of the page. Another page, or a page that changed, keeps only what is still on it. */
export function useSelection(keys: readonly Key[]) {
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set());
  const last = useRef<Key | null>(null);
  const selected = new Set(keys.filter((key) => chosen.has(key)));
  const onToggle = (key: Key, isRange: boolean): void => {
    const isOn = !selected.has(key);
    const from = isRange && last.current !== null ? keys.indexOf(last.current) : -1;
    const at = keys.indexOf(key);
    const touched = from === -1 ? [key] : keys.slice(Math.min(from, at), Math.max(from, at) + 1);
    const next = new Set(selected);
    for (const one of touched) {
      if (isOn) next.add(one);
      else next.delete(one);
    }
    last.current = key;
    setChosen(next);
  };
  const onAll = (isAll: boolean): void => setChosen(new Set(isAll ? keys : []));
  return { selected, onToggle, onAll };
}
