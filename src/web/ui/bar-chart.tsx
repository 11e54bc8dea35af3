import type { ReactNode } from 'react';
import './bar-chart.css';

export type BarPart = {
  name: string;
  value: number;
  /** Makes the bar a link to what is behind it. */
  link?: ((number: ReactNode) => ReactNode) | undefined;
};
export type Bar = {
  label: string;
  parts: readonly BarPart[];
  isRunning?: boolean;
};

// So many bars can each have their number above and their name below, on a screen and on a phone.
const ROOM = 16;
const PHONE_ROOM = 7;

/**
 * Stacked bars over time, as a table that draws itself: every number can be read without the picture.
 * `format` writes a value; `caption` says what is counted.
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
  const sumOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0);
  const drawn = (value: number): number => Math.max(0, value);
  const heightOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + drawn(value), 0);
  const highest = Math.max(...bars.map(heightOf), Number.MIN_VALUE);
  return (
    <table className="mg-bars" {...(bars.length > ROOM ? { 'data-many': true } : {})}>
      <caption>
        {caption}
        {names.length > 1 ? (
          <span className="mg-bars-key">
            {names.map((name, index) => (
              <span key={name} data-part={index}>
                {name}
              </span>
            ))}
          </span>
        ) : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar, place) => (
          <tr
            key={bar.label}
            {...(bar.isRunning ? { 'data-running': true } : {})}
            {...(isNamed(place, bars.length, ROOM) ? {} : { 'data-unnamed': true })}
            {...(isNamed(place, bars.length, PHONE_ROOM) ? {} : { 'data-unnamed-on-phone': true })}
          >
            <th scope="row">{bar.label}</th>
            {bar.parts.map(({ name, value, link }, index) => {
              const number = <span>{format(value)}</span>;
              return (
                <td
                  key={name}
                  data-part={index}
                  title={`${bar.label}: ${format(value)} ${names.length > 1 ? name.toLowerCase() : ''}`.trim()}
                  style={{ blockSize: `${(drawn(value) / highest) * 100}%` }}
                >
                  {link && value > 0 ? link(<LinkWords bar={bar.label} name={name} value={format(value)} />) : number}
                </td>
              );
            })}
            <td className="mg-bars-sum" aria-hidden>
              {sumOf(bar) === 0 ? '' : format(sumOf(bar))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LinkWords = ({ bar, name, value }: { bar: string; name: string; value: string }) => (
  <span>
    {value} <span>{`${name}, ${bar}`}</span>
  </span>
);

/** Every so many bars are named, counted from the last one. */
const isNamed = (place: number, bars: number, room: number): boolean =>
  (bars - 1 - place) % Math.ceil(bars / room) === 0;
