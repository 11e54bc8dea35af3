import type claim from './catalogs/en/claim.ts';
import type email from './catalogs/en/email.ts';
import type policy from './catalogs/en/policy.ts';
import type protection from './catalogs/en/protection.ts';
import type register from './catalogs/en/register.ts';
import type returning from './catalogs/en/return.ts';
import type start from './catalogs/en/start.ts';
import type withdrawal from './catalogs/en/withdrawal.ts';
import type { VariablesOf } from './variables.ts';

type Shipped = typeof start &
  typeof returning &
  typeof claim &
  typeof register &
  typeof protection &
  typeof withdrawal &
  typeof email &
  typeof policy;
/** Every text that shoppers read, by its id. */
export type PortalTextId = keyof Shipped;
/** The variables of a text by its id. */
export type VariableOf<Id extends PortalTextId> = VariablesOf<Shipped[Id]>;
/** What a text is given: nothing where it has no variables. */
export type ValuesOf<Id extends PortalTextId, Value = string | number> = [VariableOf<Id>] extends [never]
  ? []
  : [values: Readonly<Record<VariableOf<Id>, Value>>];
