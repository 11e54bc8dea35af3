import { z } from 'zod';

export const ProductOfInterest = z.enum([
  'Returns',
  'Warranties',
  'Shipping_Protection',
  'Registrations',
  'Order_Editing',
  'Checkout',
]);
export type ProductOfInterest = z.infer<typeof ProductOfInterest>;

const Name = z.string().trim().min(1, 'Must not be empty.').max(100);

/** A request for an invitation (S3.23); onboarding asks for more (S5.15). */
export const SignUp = z
  .object({
    firstName: Name,
    lastName: Name,
    email: z.string().trim().max(255).pipe(z.email('Invalid email')),
    phone: z.string().trim().max(40).default(''),
    productsOfInterest: z.array(ProductOfInterest).max(ProductOfInterest.options.length).default([]),
    estimatedAnnualClaims: z.number().int().min(0).max(1_000_000_000).nullable().default(null),
    isOnboardingComplete: z.boolean().default(false),
  })
  .superRefine((signUp, context) => {
    if (!signUp.isOnboardingComplete) return;
    if (signUp.estimatedAnnualClaims === null)
      context.addIssue({ code: 'custom', path: ['estimatedAnnualClaims'], message: 'Must provide a number.' });
    if (signUp.productsOfInterest.length === 0)
      context.addIssue({ code: 'custom', path: ['productsOfInterest'], message: 'Select at least one product' });
  });
export type SignUp = z.infer<typeof SignUp>;
