/** By the names of plans today, and those that Shopify gave them before (S3.22). */
const PLUS: ReadonlySet<string> = new Set([
  'Plus',
  'Plus Trial',
  'Shopify Plus',
  'Shopify Plus Partner Sandbox',
  'Developer Preview',
  'Development',
]);

/** Whether a plan lets apps into the checkout. */
export const isPlus = (plan: string): boolean => PLUS.has(plan);

/** A shop's plan at its platform as admins read it; a plan with everything of Plus says so. */
export const planText = (plan: string): string =>
  isPlus(plan) && !/\bPlus\b/.test(plan) ? `${plan} (counts as Plus)` : plan;
