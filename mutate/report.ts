import type { Finding } from './prove.ts';

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** The findings as a page of the docs. */
export function reportOf(
  findings: readonly Finding[],
  {
    seed,
    schedules,
    unasked,
    isQuick,
    isResumed,
  }: { seed: number; schedules: number; unasked: readonly string[]; isQuick: boolean; isResumed: boolean },
): string {
  const caught = findings.filter(({ by }) => by !== null).length;
  const rows = findings.map(({ planting, by, broken, seconds }) => {
    const verdict =
      by?.replace(/^(\S+\.tsx?( \(PostgreSQL\))?): (.*)$/, '`$1` “$3”') ??
      `**not caught**: ${broken ?? planting.missedBecause ?? 'no reason is known'}`;
    return `| ${planting.id} | ${cell(planting.what)} | ${planting.file.replace(/^src\//, '')} | ${cell(verdict)} | ${seconds.toFixed(0)} s |`;
  });
  const all = findings.length + unasked.length;
  const asked = schedules > 0 ? `, then ${schedules} schedules of the simulator` : '';
  const notAsked = unasked.length === 0 ? '' : ` No verdict is known of ${unasked.join(', ')}.`;
  const laws = isQuick ? 'with few cases of its laws' : 'with few and with all cases of its laws';
  return `# Planted defects

\`npm run mutate -- --report docs/mutation.md\` writes this page. It plants each of these defects of mutate/defects in
a copy of the product, one at a time, and asks tests until one fails: first the test that caught it the last time, then
those of the place, then for the core all of it, ${laws}${asked}. Each test that caught a defect was run without it
too, and passed. The seconds are those of everything asked up to the catch, on two cores.
${isResumed ? 'Some verdicts are kept from earlier runs, on earlier sources. ' : ''}Without \`--resume\` all are asked for again.

${caught} of ${all} are caught (${((caught / Math.max(1, all)) * 100).toFixed(1)} percent), with seed ${seed}; ${findings.length - caught} were asked for and not caught.${notAsked}

| | Defect | File in src | Caught by | After |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
