import { z } from 'zod';
import { CLAIM_TYPES, ClaimType, type ClaimArea } from '#core/claims/types.ts';

type Row<Type extends ClaimType> = (typeof CLAIM_TYPES)[Type];
type ClaimFeatures = { [Type in ClaimType as Row<Type>['area']]: Record<Row<Type>['isEnabled'], boolean> };
type ClaimShapes = {
  [Type in ClaimType as Row<Type>['area']]: z.ZodObject<Record<Row<Type>['isEnabled'], z.ZodBoolean>>;
};

const ofTypes = <Shown>(of: (isEnabled: Row<ClaimType>['isEnabled']) => Shown) =>
  Object.fromEntries(
    ClaimType.options.map((type) => CLAIM_TYPES[type]).map(({ area, isEnabled }) => [area, of(isEnabled)]),
  );
const shapes = ofTypes((isEnabled) => z.object({ [isEnabled]: z.boolean() })) as ClaimShapes;

/** C3.36. What a store has switched on; menus and search show no more than that (C6.05). Orders are always on. */
export const StoreFeatures = z.object({
  ...shapes,
  shippingProtection: z.boolean(),
  /** Its settings are shown. */
  orderEditing: z.boolean(),
  registrations: z.object({ isRegistrationEnabled: z.boolean() }),
});
export type StoreFeatures = z.infer<typeof StoreFeatures>;

export type Area = ClaimArea | 'shippingClaims' | 'registrations';

/** The areas that are on, in the order in which the first is opened (C2.03). */
export const areasOf = (features: StoreFeatures): Area[] => [
  ...typesOn(features).map((type) => CLAIM_TYPES[type].area),
  ...(features.shippingProtection ? (['shippingClaims'] as const) : []),
  ...(features.registrations.isRegistrationEnabled ? (['registrations'] as const) : []),
];

/** The types of claims that are on. */
export const typesOn = (features: ClaimFeatures): ClaimType[] =>
  ClaimType.options.filter((type) => Object.values(features[CLAIM_TYPES[type].area]).every((isOn) => isOn === true));
