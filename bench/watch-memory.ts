import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded before another program: tells on standard error, when it ends, the most it held of each kind of memory. */
const EVERY_MS = 500;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
const most = { heapUsed: 0, rss: 0, notHeap: 0 };

function look(): void {
  if (typeof collect === 'function') collect();
  const { heapUsed, rss, external } = memoryUsage();
  most.heapUsed = Math.max(most.heapUsed, heapUsed);
  most.rss = Math.max(most.rss, rss);
  // The embedded database keeps its memory here.
  most.notHeap = Math.max(most.notHeap, external);
}

setInterval(look, EVERY_MS).unref();
process.once('exit', () => {
  look();
  process.stderr.write(`memory ${JSON.stringify(most)}\n`);
});
