import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ShopState } from './state.ts';
import { newShop } from './state.ts';

const DEBOUNCE_MS = 500;

type Saved = { version: 1; shops: ShopState[] };

const isSaved = (value: unknown): value is Saved =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  'shops' in value &&
  Array.isArray(value.shops);

/** The shops of the sandbox, kept in one JSON file so that a restart finds them again. */
export class Shops {
  private readonly file: string | null;
  private readonly shops = new Map<string, ShopState>();
  private timer: NodeJS.Timeout | null = null;
  constructor(file: string | null) {
    this.file = file;
    if (file === null || !existsSync(file)) return;
    const saved: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isSaved(saved)) throw new Error(`${file} is not a state of this sandbox`);
    for (const shop of saved.shops) this.shops.set(shop.domain, { ...newShop(shop.domain), ...shop });
  }

  /** The shop of a domain, opened when it is first spoken of. */
  get(domain: string): ShopState {
    let shop = this.shops.get(domain);
    if (shop === undefined) this.shops.set(domain, (shop = newShop(domain)));
    return shop;
  }

  all(): ShopState[] {
    return [...this.shops.values()];
  }

  reset(domain: string): ShopState {
    this.shops.delete(domain);
    return this.get(domain);
  }

  remove(domain: string): void {
    this.shops.delete(domain);
  }

  changed(): void {
    if (this.file === null || this.timer !== null) return;
    this.timer = setTimeout(() => this.save(), DEBOUNCE_MS);
  }

  /** Writes what has changed and was not written yet. */
  close(): void {
    if (this.timer !== null) this.save();
  }

  /** Writes next to the file and renames, so that a stop in between leaves the old state whole. */
  private save(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.file === null) return;
    mkdirSync(dirname(this.file), { recursive: true });
    const saved: Saved = { version: 1, shops: this.all() };
    writeFileSync(`${this.file}.new`, JSON.stringify(saved));
    renameSync(`${this.file}.new`, this.file);
  }
}
