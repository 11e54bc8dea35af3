import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFiles } from './compress-files.ts';

test('long texts lie beside themselves in two compressed forms; pictures and short texts do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compress-'));
  const script = 'export const a = 1;\n'.repeat(200);
  await writeFile(join(folder, 'a.js'), script);
  await writeFile(join(folder, 'b.png'), Buffer.alloc(5000));
  await writeFile(join(folder, 'c.css'), 'p{}');
  await compressFiles(folder);
  expect((await readdir(folder)).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'b.png', 'c.css']);
  expect(brotliDecompressSync(await readFile(join(folder, 'a.js.br'))).toString()).toBe(script);
  expect(gunzipSync(await readFile(join(folder, 'a.js.gz'))).toString()).toBe(script);
  await rm(folder, { recursive: true });
});
