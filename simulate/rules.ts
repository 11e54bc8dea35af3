import { type FlatSettings, flatSettings } from '#core/settings/settings.fixture.ts';
import { storeSettings } from '#core/settings/settings.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import { liveVersion } from '#server/db/rules.ts';
import type { Plant } from './plant.ts';
import type { Scheduler } from './scheduler.ts';

/** What decides about the money of a claim. */
export type Saved = { settings: FlatSettings; automations: readonly StoreRule[] };
/** That of the store, from the step at which it may have been saved, and from the step at which it surely was. */
type InForce = { saved: Saved; from: number; surelyFrom: number };
/** A submission, from its first step to the step that heard its answer. */
type Submitted = { requestKey: string; from: number; to: number };

/** Which settings and automations held when, counted in steps of the schedule, so that each claim can be judged by those of its submission. */
export class Rules {
  readonly #history: InForce[];
  readonly #begun = new Map<string, number>();
  readonly #submitted = new Map<string, Submitted>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler, saved: Saved) {
    this.#scheduler = scheduler;
    this.#history = [{ saved, from: 0, surelyFrom: 0 }];
  }

  get step(): number {
    return this.#scheduler.trace.length;
  }

  /** What the store has saved now, which somebody began to save at that step at the earliest. */
  saved(saved: Saved, from: number): void {
    const last = this.#history.at(-1);
    if (JSON.stringify(last?.saved) === JSON.stringify(saved)) return;
    this.#history.push({ saved, from, surelyFrom: this.step });
  }

  /** A request that may make a claim is about to be sent, perhaps again. */
  begins(requestKey: string): void {
    if (!this.#begun.has(requestKey)) this.#begun.set(requestKey, this.step);
  }

  /** The request was answered with the claim it made, at the first try or at this one. */
  made(requestKey: string, externalId: string): void {
    this.#submitted.set(externalId, { requestKey, from: this.#begun.get(requestKey) ?? 0, to: this.step });
  }

  /** The request that made a claim; null where nobody heard which. */
  requestOf(externalId: string): string | null {
    return this.#submitted.get(externalId)?.requestKey ?? null;
  }

  /** What a claim may have been submitted under: more than one where they changed meanwhile, or nobody heard when it was made. */
  of(externalId: string): Saved[] {
    const during = this.#submitted.get(externalId);
    return this.#history
      .filter(({ from }, index) => {
        const next = this.#history[index + 1];
        return during === undefined || (from <= during.to && (next === undefined || next.surelyFrom >= during.from));
      })
      .map(({ saved }) => saved);
  }
}

/** The settings and automations of a store as they are in the database. */
export async function savedIn({ database }: Plant, storeId: number): Promise<Saved> {
  const rows = await database.rowsAsOwner((db) =>
    db.selectFrom('store_settings').select(['group_name', 'document']).where('store_id', '=', storeId),
  );
  const live = await database.rowsAsOwner((db) => liveVersion(db, storeId).select('rules'));
  return {
    settings: flatSettings(storeSettings(Object.fromEntries(rows.map((row) => [row.group_name, row.document])))),
    automations: live[0]?.rules ?? [],
  };
}
