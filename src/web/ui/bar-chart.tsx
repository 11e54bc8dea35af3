import { Skeleton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CHART_HEIGHT, labelOf, type Bar } from './bars.ts';
import { FiguresTable } from './figures-table.tsx';
import './bar-chart.css';

// The library that draws is loaded when a chart is first shown.
const DrawnBars = lazy(() => import('./drawn-bars.tsx'));

/**
 * Stacked bars over time, with the period before as a dashed line. Every number is also in a table behind the chart.
 * `format` writes a value; `caption` says what is counted; `unit` heads the column of the steps.
 */
export function BarChart({
  caption,
  unit,
  bars,
  format = String,
}: {
  caption: string;
  unit: string;
  bars: readonly Bar[];
  format?: (value: number) => string;
}) {
  const names = bars[0]?.parts.map(({ name }) => name) ?? [];
  const isCompared = bars.some(({ before }) => typeof before === 'number');
  return (
    <figure className="mg-chart" aria-label={caption}>
      <figcaption>
        {caption}
        {names.length > 1 || isCompared ? (
          <span className="mg-chart-key">
            {names.map((name, index) => (
              <span key={name} data-part={index}>
                {name}
              </span>
            ))}
            {isCompared ? <span data-part="before">Period before</span> : null}
          </span>
        ) : null}
      </figcaption>
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} aria-hidden />}>
        <DrawnBars caption={caption} bars={bars} names={names} format={format} isCompared={isCompared} />
      </Suspense>
      <details className="mg-chart-table">
        <summary>Show as table</summary>
        <FiguresTable caption={caption}>
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              {names.map((name) => (
                <th key={name} scope="col" data-number>
                  {name}
                </th>
              ))}
              {isCompared ? (
                <th scope="col" data-number>
                  Period before
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{labelOf(bar)}</th>
                {bar.parts.map(({ name, value, link }) => (
                  <td key={name} data-number>
                    {link && value > 0
                      ? link(<LinkWords bar={bar.label} name={name} value={format(value)} />)
                      : format(value)}
                  </td>
                ))}
                {isCompared ? <td data-number>{typeof bar.before === 'number' ? format(bar.before) : '–'}</td> : null}
              </tr>
            ))}
          </tbody>
        </FiguresTable>
      </details>
    </figure>
  );
}

const LinkWords = ({ bar, name, value }: { bar: string; name: string; value: string }) => (
  <>
    {value} <VisuallyHidden component="span">{`${name}, ${bar}`}</VisuallyHidden>
  </>
);
