import type { ReactNode } from 'react';
import './figures-table.css';

/** A table of figures. A wide one scrolls within its place, also by keyboard. */
export const FiguresTable = ({ caption, children }: { caption: string; children: ReactNode }) => (
  /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached */
  <section className="mg-figures-scroll" tabIndex={0} aria-label={`${caption}, table`}>
    <table className="mg-figures-table" aria-label={caption}>
      {children}
    </table>
  </section>
);
