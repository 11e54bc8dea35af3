import type { Figure, Panel } from '#core/analytics/dashboard.ts';

type Of<Kind extends Panel['kind']> = Extract<Panel, { kind: Kind }>;

/**
 * The panels of a period with the numbers of the same panels in the period before next to them. Figures are found again by
 * their label; the steps of a chart are compared from the last one back, since months and weeks can differ by one.
 */
export const comparedWith = (panels: readonly Panel[], before: readonly Panel[]): Panel[] =>
  panels.map((panel) => {
    const same = before.find(({ kind, title }) => kind === panel.kind && title === panel.title);
    if (panel.kind === 'figures' && same?.kind === 'figures') return figuresWith(panel, same);
    return panel.kind === 'chart' && same?.kind === 'chart' ? chartWith(panel, same) : panel;
  });

const figuresWith = (panel: Of<'figures'>, before: Of<'figures'>): Panel => ({
  ...panel,
  figures: panel.figures.map((figure) => ({
    ...figure,
    before: isOfNow(figure) ? null : (before.figures.find(({ label }) => label === figure.label)?.value ?? null),
  })),
});

/** The same whatever the period. */
export const NOW = 'Now';
const isOfNow = ({ hint }: Figure): boolean => hint === NOW;

function chartWith(panel: Of<'chart'>, { bars }: Of<'chart'>): Panel {
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const offset = sums.length - panel.bars.length;
  return { ...panel, before: panel.bars.map((_bar, index) => sums[index + offset] ?? null) };
}

/** How much more or less a number is than before, as a part of it; null where that cannot be said. */
export const changeOf = ({ value, before }: Pick<Figure, 'value' | 'before'>): number | null =>
  value === null || before === null || before === 0 ? null : (value - before) / Math.abs(before);
