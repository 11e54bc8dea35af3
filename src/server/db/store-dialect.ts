import { CompiledQuery, PostgresDialect, PostgresDriver, type Driver, type PostgresPool } from 'kysely';

const BEGIN = { change: 'begin', read: 'begin isolation level repeatable read read only' } as const;

/**
 * PostgreSQL for the transactions of one store. Each begins as the application role with the store set,
 * in one exchange, and both end with it; cheap enough to be made for a single transaction.
 */
export class StoreDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #begin: string;

  /** Throws RangeError for what is no store id: it becomes part of a statement. */
  constructor(pool: PostgresPool, storeId: number, purpose: keyof typeof BEGIN) {
    super({ pool });
    if (!Number.isSafeInteger(storeId)) throw new RangeError('a store id is a whole number');
    this.#pool = pool;
    this.#begin = `${BEGIN[purpose]}; set local role makegood_app; set local app.store_id = '${storeId}'`;
  }

  override createDriver(): Driver {
    return new StoreDriver(this.#pool, this.#begin);
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class StoreDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(pool: PostgresPool, begin: string) {
    super({ pool });
    this.#begin = begin;
  }

  override async beginTransaction(connection: Connection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(this.#begin));
    } catch (error) {
      // `begin` may have worked before the rest failed, and nobody else would end that transaction.
      await this.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }
}
