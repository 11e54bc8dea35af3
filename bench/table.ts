import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Figures } from './load.ts';
import type { Measured } from './measure.ts';

const BEGIN = '<!-- bench:begin -->';
const END = '<!-- bench:end -->';

const whole = (number: number): string => Math.round(number).toLocaleString('en-US');
const ms = (number: number): string => (number < 10 ? number.toFixed(1) : whole(number));
const columns = (figures: Figures): string[] => [whole(figures.perSecond), ms(figures.p50), ms(figures.p99)];
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Every figure as a Markdown table, with the machine in words. Times in milliseconds. */
export function tableOf(all: readonly Measured[], runs: number): string {
  const versions = [...new Set(all.map((one) => `${one.database} ${one.version}`))].join(', ');
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}, ${versions}; median of ${runs} interleaved runs.`;
  const head = [
    'Database',
    'Claims',
    'Call',
    'server/s',
    'p50 ms',
    'p99 ms',
    'floor/s',
    'p50 ms',
    'p99 ms',
    'server ÷ floor',
  ];
  const rows = all.flatMap(({ database, claims, bare, results }) => [
    ...results.map(({ what, server, floor }) =>
      rowOf([
        database,
        whole(claims),
        what,
        ...columns(server),
        ...columns(floor),
        (server.perSecond / floor.perSecond).toFixed(2),
      ]),
    ),
    rowOf([database, whole(claims), 'bare HTTP answer', '', '', '', ...columns(bare), '']),
  ]);
  return [machine, '', rowOf(head), rowOf(head.map((_, index) => (index < 3 ? '---' : '---:'))), ...rows].join('\n');
}

/** Puts the table between the markers of the document. */
export async function writeTable(file: URL, table: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${file.pathname} has no place between ${BEGIN} and ${END}`);
  await writeFile(file, `${before}${BEGIN}\n${table}\n${END}${after}`);
}
