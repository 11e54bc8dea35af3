import type { Defect } from '../defect.ts';
import { IN_BOOKS } from './books.ts';
import { IN_CORE } from './core.ts';
import { IN_PACKAGES } from './packages.ts';
import { IN_PARTNERS } from './partners.ts';
import { IN_SERVER } from './server.ts';
import { IN_WARRANTIES } from './warranties.ts';

export const DEFECTS: readonly Defect[] = [
  ...IN_CORE,
  ...IN_WARRANTIES,
  ...IN_PACKAGES,
  ...IN_BOOKS,
  ...IN_PARTNERS,
  ...IN_SERVER,
];
