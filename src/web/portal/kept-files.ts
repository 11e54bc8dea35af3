import { readStored, writeStored } from './storage.ts';

/** A file on its way, kept by the browser so that a reload does not lose it. */
export type KeptFile = { key: string; owner: string; chosenOn: number; file: File };
type Row = Omit<KeptFile, 'chosenOn'> & { place: string; keptOn: number };

const STORE = 'files';
/** How long the browser keeps what a shopper left behind. */
export const LONGEST_MS = 24 * 3_600_000;

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps no files'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('makegood', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
  return answered(request);
}

let database: Promise<IDBDatabase> | undefined;

// A browser that keeps nothing (private windows, a full disk) gives undefined: the page goes on without memory.
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    database ??= open();
    const files = (await database).transaction(STORE, mode).objectStore(STORE);
    return await answered(act(files));
  } catch {
    return undefined;
  }
}

// Another tab with the same order has files of its own.
function inThisTab(place: string): string {
  const known = readStored('makegood:tab');
  const tab = typeof known === 'string' ? known : `${Date.now()}-${Math.random()}`;
  if (tab !== known) writeStored('makegood:tab', tab);
  return `${tab} ${place}`;
}

export async function keepFile(place: string, { key, owner, chosenOn, file }: KeptFile): Promise<void> {
  const row: Row = { key, owner, file, place: inThisTab(place), keptOn: chosenOn };
  await inStore('readwrite', (files) => files.put(row));
}

export async function dropFile(key: string): Promise<void> {
  await inStore('readwrite', (files) => files.delete(key));
}

/** The files of this tab that had not arrived when it was last closed; those of forgotten tabs are cleared away. */
export async function keptFiles(place: string): Promise<KeptFile[]> {
  const rows = (await inStore<Row[]>('readonly', (files) => files.getAll())) ?? [];
  const oldest = Date.now() - LONGEST_MS;
  await Promise.all(rows.filter(({ keptOn }) => keptOn < oldest).map(({ key }) => dropFile(key)));
  const own = inThisTab(place);
  return rows
    .filter((row) => row.place === own && row.keptOn >= oldest)
    .map(({ key, owner, file, keptOn }) => ({ key, owner, file, chosenOn: keptOn }));
}
