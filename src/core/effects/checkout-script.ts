import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

/** Empty where the shop is to have no script of ours; `revision` tells one wish from the next. */
export const CheckoutScriptPayload = z.object({ revision: z.number().int(), src: z.string() });

export const checkoutScript = defineEffect({
  payload: CheckoutScriptPayload,
  summary: ({ src }) => (src === '' ? 'Remove the script from the shop' : 'Put the script into the shop'),
});
