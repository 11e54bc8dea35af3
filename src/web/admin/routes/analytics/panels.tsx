import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Figure, Opens, Panel } from '#core/analytics/dashboard.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { Section } from '../../../ui/section.tsx';
import { CLAIM, CLAIMS } from '../claims/claim-places.ts';
import { stepText, valueText } from './dashboards-words.ts';

type Of<Kind extends Panel['kind']> = Extract<Panel, { kind: Kind }>;

/** One part of a dashboard, whatever it is. */
export function PanelView({ storeId, panel }: { storeId: number; panel: Panel }) {
  switch (panel.kind) {
    case 'figures':
      return <Figures storeId={storeId} panel={panel} />;
    case 'chart':
      return <Chart storeId={storeId} panel={panel} />;
    case 'table':
      return <Table storeId={storeId} panel={panel} />;
  }
}

const Figures = ({ storeId, panel }: { storeId: number; panel: Of<'figures'> }) => (
  <Section title={panel.title}>
    <dl className="mg-figures">
      {panel.figures.map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>
            <strong>
              <FigureValue storeId={storeId} figure={figure} />
            </strong>
            {figure.hint === '' ? null : <span className="mg-muted">{figure.hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </Section>
);

const FigureValue = ({ storeId, figure: { value, unit, opens } }: { storeId: number; figure: Figure }) => (
  <Behind storeId={storeId} opens={opens}>
    {valueText(value, unit)}
  </Behind>
);

function Chart({ storeId, panel }: { storeId: number; panel: Of<'chart'> }) {
  const isMonth = panel.bars.length > 1 && panel.bars.every(({ startsOn }) => startsOn.endsWith('-01'));
  return (
    <Section title={panel.title}>
      <BarChart
        caption={panel.caption}
        unit="From"
        format={(value) => valueText(value, panel.unit, true)}
        bars={panel.bars.map(({ startsOn, isRunning, parts }) => ({
          label: stepText(startsOn, isMonth),
          isRunning,
          parts: parts.map(({ name, value, opens }) => ({
            name,
            value,
            link: opens
              ? (number) => (
                  <Behind storeId={storeId} opens={opens}>
                    {number}
                  </Behind>
                )
              : undefined,
          })),
        }))}
      />
    </Section>
  );
}

function Table({ storeId, panel }: { storeId: number; panel: Of<'table'> }) {
  if (panel.rows.length === 0)
    return (
      <Section title={panel.title}>
        <p className="mg-muted mg-p">{panel.empty}</p>
      </Section>
    );
  const isNumber = (index: number) => (panel.columns[index]?.unit.kind === 'text' ? {} : { 'data-number': true });
  return (
    <Section title={panel.title}>
      <p className="mg-muted mg-p">{panel.note}</p>
      {/* A wide table moves within its place, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached */}
      <section className="mg-figures-scroll" tabIndex={0} aria-label={`${panel.title}, table`}>
        <table className="mg-figures-table" aria-label={panel.title}>
          <thead>
            <tr>
              {panel.columns.map(({ title }, index) => (
                <th key={title} scope="col" {...isNumber(index)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {panel.rows.map(({ cells, opens, as }) => (
              <tr key={cells.slice(0, 3).join('\n')} data-as={as}>
                {panel.columns.map(({ title, unit }, index) => {
                  const text = valueText(cells[index] ?? null, unit, true);
                  return index === 0 ? (
                    <th key={title} scope="row" dir="auto">
                      <Behind storeId={storeId} opens={opens}>
                        {text}
                      </Behind>
                    </th>
                  ) : (
                    <td key={title} {...isNumber(index)}>
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}

/** The page behind a number, one click away. */
function Behind({ storeId, opens, children }: { storeId: number; opens: Opens | null; children: ReactNode }) {
  switch (opens?.to) {
    case undefined:
      return children;
    case 'claims':
      return (
        <Link to={CLAIMS} params={{ storeId, type: opens.kind }} search={{ filters: opens.filters }}>
          {children}
        </Link>
      );
    case 'claim':
      return (
        <Link to={CLAIM} params={{ storeId, type: opens.kind, claimId: opens.claimId }}>
          {children}
        </Link>
      );
    case 'failedEffects':
      return (
        <Link to="/$storeId/effects" params={{ storeId }} search={{ state: 'failed' }}>
          {children}
        </Link>
      );
  }
}
