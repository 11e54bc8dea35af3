import { Link, linkOptions, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Figure, Opens, Panel, Row } from '#core/analytics/dashboard.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { FiguresTable } from '../../../ui/figures-table.tsx';
import { Section } from '../../../ui/section.tsx';
import { CLAIM, CLAIMS } from '../claims/claim-places.ts';
import { changeText, stepText, valueText } from './dashboards-words.ts';

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
            <Change figure={figure} />
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

function Change({ figure }: { figure: Figure }) {
  const text = changeText(figure);
  return text === null ? null : <span className="mg-change">{text}</span>;
}

function Chart({ storeId, panel }: { storeId: number; panel: Of<'chart'> }) {
  const navigate = useNavigate();
  const isMonth = panel.bars.length > 1 && panel.bars.every(({ startsOn }) => startsOn.endsWith('-01'));
  return (
    <Section title={panel.title}>
      <BarChart
        caption={panel.caption}
        unit="From"
        format={(value) => valueText(value, panel.unit, true)}
        bars={panel.bars.map(({ startsOn, isRunning, parts }, index) => ({
          label: stepText(startsOn, isMonth),
          isRunning,
          before: panel.before?.[index],
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
            open: opens ? () => void navigate(linkTo(storeId, opens)) : undefined,
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
  const largest = (index: number): number =>
    Math.max(0, ...panel.rows.filter(({ as }) => as !== 'total').map(({ cells }) => Number(cells[index] ?? 0)));
  const isNumber = (index: number) => (panel.columns[index]?.unit.kind === 'text' ? {} : { 'data-number': true });
  return (
    <Section title={panel.title}>
      <p className="mg-muted mg-p">{panel.note}</p>
      <FiguresTable caption={panel.title}>
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
          {panel.rows.map(({ cells, opens, as, imgUrl }) => (
            <tr key={cells.slice(0, 3).join('\n')} data-as={as}>
              {panel.columns.map(({ title, unit, isDrawn }, index) => {
                const text = cells[index] === null ? '–' : valueText(cells[index] ?? null, unit, true);
                return index === 0 ? (
                  <th key={title} scope="row" dir="auto">
                    {imgUrl === undefined ? null : <Picture url={imgUrl} />}
                    <Behind storeId={storeId} opens={opens}>
                      {text}
                    </Behind>
                  </th>
                ) : (
                  <td key={title} {...isNumber(index)} {...(isDrawn ? drawnBy(cells[index], largest(index)) : {})}>
                    {isDrawn ? (
                      <Behind storeId={storeId} opens={opens}>
                        {text}
                      </Behind>
                    ) : (
                      text
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </FiguresTable>
    </Section>
  );
}

/** Makes a cell draw its number as a bar of its column. */
const drawnBy = (value: Row['cells'][number] | undefined, most: number) =>
  most > 0 ? { 'data-drawn': true, style: { backgroundSize: `${(Number(value ?? 0) / most) * 100}% 70%` } } : {};

const Picture = ({ url }: { url: string | null }) =>
  url === null ? (
    <span className="mg-row-picture" />
  ) : (
    <img className="mg-row-picture" src={url} alt="" width={28} height={28} loading="lazy" />
  );

/** The page behind a number, one click away. */
const Behind = ({ storeId, opens, children }: { storeId: number; opens: Opens | null; children: ReactNode }) =>
  opens ? <Link {...linkTo(storeId, opens)}>{children}</Link> : children;

function linkTo(storeId: number, opens: Opens) {
  switch (opens.to) {
    case 'claims':
      return linkOptions({ to: CLAIMS, params: { storeId, type: opens.kind }, search: { filters: opens.filters } });
    case 'claim':
      return linkOptions({ to: CLAIM, params: { storeId, type: opens.kind, claimId: opens.claimId } });
    case 'orders':
      return linkOptions({ to: '/$storeId/orders/lookup', params: { storeId }, search: { filters: opens.filters } });
    case 'registrations':
      return linkOptions({ to: '/$storeId/registrations', params: { storeId }, search: { filters: opens.filters } });
    case 'failedEffects':
      return linkOptions({ to: '/$storeId/effects', params: { storeId }, search: { state: 'failed' } });
  }
}
