import './bar-chart.css';

export type Bar = { label: string; parts: readonly { name: string; value: number }[]; isRunning?: boolean };

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
  const highest = Math.max(1, ...bars.map(sumOf));
  return (
    <table className="mg-bars">
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
        {bars.map((bar) => (
          <tr key={bar.label} {...(bar.isRunning ? { 'data-running': true } : {})}>
            <th scope="row">{bar.label}</th>
            {bar.parts.map(({ name, value }, index) => (
              <td
                key={name}
                data-part={index}
                title={`${bar.label}: ${format(value)} ${names.length > 1 ? name.toLowerCase() : ''}`.trim()}
                style={{ blockSize: `${(value / highest) * 100}%` }}
              >
                <span>{format(value)}</span>
              </td>
            ))}
            <td className="mg-bars-sum" aria-hidden>
              {sumOf(bar) > 0 ? format(sumOf(bar)) : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
