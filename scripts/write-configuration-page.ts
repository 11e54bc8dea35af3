import { writeFileSync } from 'node:fs';
import { describeSettings } from '#server/config.ts';

const page = `# Configuration

All settings are environment variables, read once at start. A wrong one stops the start with one line that names it. An empty value counts as not set. Where the default is "sandbox", \`npm start\` runs a pretend partner on this machine instead.

${describeSettings()}

\`--roles=web,worker,cron\` and \`--reset\` may follow \`npm start --\`. This page is made by \`node scripts/write-configuration-page.ts\`.
`;
writeFileSync(new URL('../docs/configuration.md', import.meta.url), page);
