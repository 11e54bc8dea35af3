import { z } from 'zod';

/** C3.18. */
export const ReasonCategory = z.enum([
  'Defective_Item',
  'Wrong_Fit',
  'Not_As_Expected',
  'Not_Satisfied',
  'No_Longer_Needed',
  'Wrong_Item',
  'Shipping_Issue',
]);
export type ReasonCategory = z.infer<typeof ReasonCategory>;

/** A reason named as a category is of it; any other of the default one. */
export const categoryOf = (reasonId: string): ReasonCategory =>
  ReasonCategory.safeParse(reasonId).data ?? 'Not_As_Expected';

/** What is wrong shows in a photo. */
export const isVisible = (category: ReasonCategory): boolean =>
  category === 'Defective_Item' || category === 'Wrong_Item' || category === 'Shipping_Issue';

/** What a category is called. */
export const categoryName = (category: ReasonCategory): string => category.replaceAll('_', ' ');
