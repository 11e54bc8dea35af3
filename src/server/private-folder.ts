import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder that only the user of this process may look into: what lies below keeps the modes its makers chose. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}
