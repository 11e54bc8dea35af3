import type { Finding } from './prove.ts';

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** The findings as a page of the docs. */
export function reportOf(
  findings: readonly Finding[],
  { seed, schedules }: { seed: number; schedules: number },
): string {
  const caught = findings.filter(({ by }) => by !== null).length;
  const rows = findings.map(({ planting, by, broken, seconds }) => {
    const verdict = by ?? `**not caught**: ${broken ?? planting.missedBecause ?? 'no reason is known'}`;
    return `| ${planting.id} | ${cell(planting.what)} | ${planting.file.replace(/^src\//, '')} | ${cell(verdict)} | ${seconds.toFixed(0)} s |`;
  });
  return `# Planted defects

\`npm run mutate -- --report docs/mutation.md\` wrote this page: it plants each of these defects in a copy of the
product, one at a time, and asks tests until one fails. The suites of the place are asked first, then the whole core,
then ${schedules} schedules of the simulator. Each test that caught a defect was run without it too, and passed. The
seconds are those of everything asked up to the catch, on two cores.

${caught} of ${findings.length} are caught (${((caught / Math.max(1, findings.length)) * 100).toFixed(1)} percent), with seed ${seed}.

| | Defect | File in src | Caught by | After |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
