import type { Defect } from '../defect.ts';
import { IN_BOOKS } from './books.ts';
import { IN_CORE } from './core.ts';
import { IN_PARTNERS } from './partners.ts';
import { IN_SERVER } from './server.ts';

export const DEFECTS: readonly Defect[] = [...IN_CORE, ...IN_BOOKS, ...IN_PARTNERS, ...IN_SERVER];
