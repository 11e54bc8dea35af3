import type { Answer } from '../../api.ts';

export type ClaimOverview = Answer<'overview'>;
