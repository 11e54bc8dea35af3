import { z } from 'zod';
import { customCssProblem } from '#core/protection/custom-css.ts';
import { publicTextProblem } from '#core/public-text.ts';

/** What Checkout Plus puts into the pages of the shop (S3.15). */
export const ELEMENT_KINDS = {
  checkoutInfo: { label: 'Checkout Plus info', title: 'Checkout with protection' },
  altCheckoutButton: { label: 'Opt-out checkout button', title: 'Continue without protection' },
} as const;
export const ElementKind = z.enum(['checkoutInfo', 'altCheckoutButton']);
export type ElementKind = z.infer<typeof ElementKind>;

/** Where an element is put, seen from what the selector finds (S9.07). */
export const INSERTION_STRATEGIES = {
  insertAdjacentAfterBegin: 'Inside at top',
  insertAdjacentBeforeEnd: 'Inside at bottom',
  insertAdjacentBeforeBegin: 'Before',
  insertAdjacentAfterEnd: 'After',
} as const;
export const InsertionStrategy = z.enum([
  'insertAdjacentBeforeBegin',
  'insertAdjacentAfterBegin',
  'insertAdjacentBeforeEnd',
  'insertAdjacentAfterEnd',
]);

const Selector = z.string().trim().min(1, 'Must not be empty.').max(500);

export const CheckoutElement = z.object({
  kind: ElementKind,
  selectors: z.array(Selector).min(1, 'At least one selector is required.').max(20),
  title: z.string().max(128),
  description: z.string().max(500).default(''),
  insertionStrategy: InsertionStrategy,
  customCss: z.string().max(5_000).default(''),
  imgUrl: z.string().max(2_000).default(''),
  imgHtmlContent: z.string().max(5_000).default(''),
});
export type CheckoutElement = z.infer<typeof CheckoutElement>;

export const newElement = (kind: ElementKind): CheckoutElement => ({
  kind,
  selectors: ['[name="checkout"]'],
  title: ELEMENT_KINDS[kind].title,
  description: '',
  insertionStrategy: kind === 'checkoutInfo' ? 'insertAdjacentBeforeBegin' : 'insertAdjacentAfterEnd',
  customCss: '',
  imgUrl: '',
  imgHtmlContent: '',
});

export const MOST_ELEMENTS = 20;

const WebAddress = z.url({ protocol: /^https$/ });

/** What is wrong with the elements, by the path of each field; the list itself is named by an empty path. */
export function elementProblems(elements: readonly CheckoutElement[]): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const [index, { title, description, customCss, imgUrl }] of elements.entries()) {
    const found = {
      title: title.trim() === '' ? 'Must not be empty.' : publicTextProblem(title),
      description: publicTextProblem(description),
      customCss: customCssProblem(customCss),
      imgUrl: imgUrl === '' || WebAddress.safeParse(imgUrl).success ? null : 'Must be a valid URL.',
    };
    for (const [field, problem] of Object.entries(found)) if (problem !== null) problems[`${index}.${field}`] = problem;
  }
  const isWhole = ElementKind.options.every((kind) => elements.some((element) => element.kind === kind));
  return isWhole ? problems : { ...problems, '': 'At least one of each element type is required.' };
}
