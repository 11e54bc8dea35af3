import { ownPage } from '../../search.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The address of `/welcome`. */
export const welcomeSearch = (raw: Record<string, unknown>): { accessCode: string } => ({
  accessCode: textOf(raw['accessCode']),
});

export type HelpdeskSearch = {
  ref: string;
  configId: string;
  token: string;
  email: string;
  appIdVersion: number;
  returnTo?: string;
};
/** The address a helpdesk opens (C7.02). */
export const helpdeskSearch = (raw: Record<string, unknown>): HelpdeskSearch => ({
  ref: textOf(raw['ref']),
  configId: textOf(raw['configId']),
  token: textOf(raw['token']),
  email: textOf(raw['email']),
  appIdVersion: Number(raw['appIdVersion'] ?? 0) || 0,
  ...optional(ownPage(raw['returnTo'])),
});

const optional = (returnTo: string | undefined): { returnTo?: string } => (returnTo === undefined ? {} : { returnTo });
