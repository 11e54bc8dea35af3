import { Bar, CartesianGrid, Cell, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { CHART_HEIGHT, labelOf, type Bar as BarOf } from './bars.ts';

const RUNNING_OPACITY = 0.55;
const WIDEST_BAR = 40;
const TICK = { fontSize: 12, fill: 'var(--mg-muted)' } as const;

/** The picture of a bar chart. By keyboard the arrows move from bar to bar and the numbers are read out. */
export default function DrawnBars({
  caption,
  bars,
  names,
  format,
  isCompared,
}: {
  caption: string;
  bars: readonly BarOf[];
  names: readonly string[];
  format: (value: number) => string;
  isCompared: boolean;
}) {
  return (
    <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
      <ComposedChart
        data={[...bars]}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        title={caption}
        accessibilityLayer
      >
        <CartesianGrid vertical={false} stroke="var(--mg-line)" />
        <XAxis
          dataKey="label"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--mg-line)' }}
          minTickGap={12}
          interval="preserveEnd"
        />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width="auto"
          allowDecimals={false}
          tickFormatter={(value: number) => SHORT.format(value)}
        />
        <Tooltip
          cursor={{ fill: 'var(--mg-hover)' }}
          separator=": "
          isAnimationActive={false}
          contentStyle={{
            background: 'var(--mg-page)',
            border: '1px solid var(--mg-line)',
            borderRadius: 6,
            color: 'inherit',
          }}
          itemStyle={{ color: 'inherit' }}
          labelFormatter={(label) => {
            const bar = bars.find((one) => one.label === label);
            return bar ? labelOf(bar) : label;
          }}
          formatter={(value) => format(Number(value))}
        />
        {names.map((name, part) => (
          <Bar
            key={name}
            name={name}
            dataKey={({ parts }: BarOf) => Math.max(0, parts[part]?.value ?? 0)}
            stackId="all"
            fill={`var(--mg-part-${part})`}
            // What is drawn on another part differs by a line as well as by its color.
            stroke="var(--mg-page)"
            maxBarSize={WIDEST_BAR}
            isAnimationActive={false}
            onClick={(_bar, index) => bars[index]?.parts[part]?.open?.()}
          >
            {bars.map((bar) => (
              <Cell
                key={bar.label}
                fillOpacity={bar.isRunning ? RUNNING_OPACITY : 1}
                cursor={bar.parts[part]?.open ? 'pointer' : undefined}
              />
            ))}
          </Bar>
        ))}
        {isCompared ? (
          <Line
            name="Period before"
            dataKey="before"
            stroke="var(--mg-muted)"
            strokeWidth={2}
            strokeDasharray="4 4"
            dot={false}
            connectNulls
            isAnimationActive={false}
          />
        ) : null}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact' });
