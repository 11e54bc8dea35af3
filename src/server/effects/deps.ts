import type { ServerDeps } from '#server/deps.ts';

/** What effects are carried out with. */
export type EffectDeps = Pick<
  ServerDeps,
  | 'storefrontOf'
  | 'paymentsOf'
  | 'labels'
  | 'labelsOf'
  | 'mail'
  | 'files'
  | 'documents'
  | 'database'
  | 'secret'
  | 'config'
>;
