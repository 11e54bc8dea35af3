import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Recorded answers and webhook bodies; they are stored next to the project, not in it. */
const RECORDED = fileURLToPath(new URL('../../../../shared/partners/shopify/', import.meta.url));

export const isRecordedHere = existsSync(RECORDED);

/** For test names: says in the report why a test did not run. */
export const unlessRecorded = isRecordedHere ? '' : ' (skipped: ../shared is not here)';

export const recordedText = (path: string): string => readFileSync(`${RECORDED}${path}`, 'utf8');
