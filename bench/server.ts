import { tellReady } from './child.ts';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';

// The roles are the caller's: without the worker, effects stay where they are enqueued.
const config = readConfig(process.env);
const server = await startServer(config);
if (server.url === null) throw new Error('the server has no role web');
tellReady(server.url, () => server.close());
