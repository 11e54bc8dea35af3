import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePrivateFolder } from '#server/private-folder.ts';

test('no other user of the machine looks into the data, also where the folder was open before', () => {
  const around = mkdtempSync(join(tmpdir(), 'makegood-private-'));
  const [fresh, open] = [join(around, 'a/data'), join(around, 'open')];
  mkdirSync(open, { mode: 0o755 });
  for (const folder of [fresh, open]) {
    makePrivateFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  rmSync(around, { recursive: true });
});
