import { z } from 'zod';
import { customCssProblem } from '#core/protection/custom-css.ts';
import {
  CheckoutElement,
  ELEMENT_KINDS,
  elementProblems,
  MOST_ELEMENTS,
  newElement,
} from '#core/protection/elements.ts';
import { longText, special } from '#core/settings/field.ts';
import { at, settingsGroup } from '#core/settings/group.ts';

export const checkoutElements = settingsGroup({
  page: 'checkout-plus',
  title: 'Elements',
  help: 'What Checkout Plus puts into the pages of your shop, and where.',
  fields: z.object({
    elements: special(
      'checkoutElements',
      z
        .array(CheckoutElement)
        .max(MOST_ELEMENTS, `At most ${MOST_ELEMENTS} elements.`)
        .default([newElement('checkoutInfo'), newElement('altCheckoutButton')]),
      { label: 'Elements', also: 'button selector insert strategy info opt-out placement' },
    ),
    customCss: longText({
      label: 'Custom CSS (optional)',
      help: 'Added to the pages of your shop together with the elements.',
      also: 'style design look',
      most: 20_000,
    }),
  }),
  // S4.10.
  checkByStore({ elements: before }, { elements }) {
    const known = new Set([
      ...before.map(({ title }) => title),
      ...Object.values(ELEMENT_KINDS).map(({ title }) => title),
    ]);
    return Object.fromEntries(
      elements.flatMap(({ title }, index) =>
        known.has(title) ? [] : [[`elements.${index}.title`, 'Only the provider can change titles.']],
      ),
    );
  },
  check({ elements, customCss }) {
    const css = customCssProblem(customCss);
    return { ...at('elements', elementProblems(elements)), ...(css === null ? {} : { customCss: css }) };
  },
});
