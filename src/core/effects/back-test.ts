import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

export const BackTestPayload = z.object({ backTestId: z.number().int() });

export const backTest = defineEffect({
  payload: BackTestPayload,
  summary: () => 'Back-test of the automations',
});
