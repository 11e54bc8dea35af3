import { z } from 'zod';

/** Who sells shipping labels, as people know them. */
export const LABEL_PROVIDERS = { Easy_Post: 'EasyPost' } as const;
export type LabelProvider = keyof typeof LABEL_PROVIDERS;

const isProvider = (key: string): key is LabelProvider => key in LABEL_PROVIDERS;
export const LabelProvider = z.enum(Object.keys(LABEL_PROVIDERS).filter(isProvider));
