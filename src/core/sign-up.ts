import { z } from 'zod';

export const ProductOfInterest = z.enum(['Returns', 'Warranties', 'Shipping_Plus', 'Registrations']);
export type ProductOfInterest = z.infer<typeof ProductOfInterest>;

/** How many claims a store expects in a year (S9.03). */
export const EstimatedClaims = z.enum(['Up_To_300', 'Up_To_1200', 'Up_To_3000', 'More_Than_6000']);
export type EstimatedClaims = z.infer<typeof EstimatedClaims>;

/** "Shipping_Plus" reads "Shipping Plus". */
export const productName = (product: ProductOfInterest): string => product.replaceAll('_', ' ');

/** "Up_To_300" reads "Up to 300". */
export const estimateName = (estimate: EstimatedClaims): string => {
  const words = estimate.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const Name = z.string().trim().min(1, 'Must not be empty.').max(100);

/** A request for an invitation (S3.23); onboarding asks for more (S5.15). */
export const SignUp = z
  .object({
    firstName: Name,
    lastName: Name,
    email: z.string().trim().max(255).pipe(z.email('Invalid email')),
    phone: z.string().trim().max(40).default(''),
    productsOfInterest: z.array(ProductOfInterest).max(ProductOfInterest.options.length).default([]),
    estimatedAnnualClaims: EstimatedClaims.nullable().default(null),
    isOnboardingComplete: z.boolean().default(false),
  })
  .superRefine((signUp, context) => {
    if (!signUp.isOnboardingComplete) return;
    if (signUp.estimatedAnnualClaims === null)
      context.addIssue({ code: 'custom', path: ['estimatedAnnualClaims'], message: 'Select an estimate' });
    if (signUp.productsOfInterest.length === 0)
      context.addIssue({ code: 'custom', path: ['productsOfInterest'], message: 'Select at least one product' });
  });
export type SignUp = z.infer<typeof SignUp>;
