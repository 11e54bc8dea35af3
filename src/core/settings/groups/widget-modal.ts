import { z } from 'zod';
import { Benefit, MOST_BENEFITS, USUAL_BENEFITS } from '#core/protection/modal.ts';
import { publicTextProblem } from '#core/public-text.ts';
import { longText, picture, special, text } from '#core/settings/field.ts';
import { at, settingsGroup, type FieldProblems } from '#core/settings/group.ts';

const wordProblem = (typed: string): string | null =>
  typed.trim() === '' ? 'Must not be empty.' : publicTextProblem(typed);

const benefitProblems = (benefits: readonly Benefit[]): FieldProblems =>
  Object.fromEntries(
    benefits.flatMap((benefit, index) =>
      (['title', 'description'] as const).flatMap((field): [string, string][] => {
        const problem = wordProblem(benefit[field]);
        return problem === null ? [] : [[`${index}.${field}`, problem]];
      }),
    ),
  );

export const widgetModal = settingsGroup({
  page: 'checkout-widget',
  title: 'Details',
  help: 'Opens when shoppers ask what the cover is good for.',
  fields: z.object({
    modalImageUrl: picture({
      label: 'Image',
      picture: 'modal',
      help: 'Shown at the top of the details.',
      also: 'picture photo modal upload',
    }),
    modalTitle: text({
      label: 'Title of the details',
      also: 'modal heading',
      most: 128,
      default: 'Delivery Guarantee',
      isShopperText: true,
      isRequired: true,
    }),
    modalDescription: longText({
      label: 'Description of the details (optional)',
      also: 'modal',
      most: 1000,
      isShopperText: true,
    }),
    modalBenefits: special(
      'benefits',
      z
        .array(Benefit)
        .max(MOST_BENEFITS, `At most ${MOST_BENEFITS} benefits.`)
        .default([...USUAL_BENEFITS]),
      { label: 'Benefits', also: 'modal reasons covered list' },
    ),
  }),
  check({ modalImageUrl, modalDescription, modalBenefits }) {
    const description = publicTextProblem(modalDescription);
    return {
      ...(modalImageUrl === '' ? { modalImageUrl: 'Must not be empty.' } : {}),
      ...(description === null ? {} : { modalDescription: description }),
      ...at('modalBenefits', benefitProblems(modalBenefits)),
    };
  },
});
