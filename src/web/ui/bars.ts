import type { ReactNode } from 'react';

export type BarPart = {
  name: string;
  value: number;
  /** Makes the number a link to what is behind it. */
  link?: ((number: ReactNode) => ReactNode) | undefined;
  /** Goes there when the bar is clicked. */
  open?: (() => void) | undefined;
};
export type Bar = {
  label: string;
  parts: readonly BarPart[];
  isRunning?: boolean;
  /** What its parts came to in the period before. */
  before?: number | null | undefined;
};

export const CHART_HEIGHT = 220;

/** A step that has not ended says so, since it cannot be compared yet. */
export const labelOf = ({ label, isRunning }: Pick<Bar, 'label' | 'isRunning'>): string =>
  isRunning ? `${label}, so far` : label;
