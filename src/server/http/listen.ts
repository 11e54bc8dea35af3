import { once } from 'node:events';
import { createServer } from 'node:net';
import { SetupError, type Config } from '#server/config.ts';

/** Refuses, before anything is made, an address that cannot be listened at. Port 0 is any free one. */
export async function checkListen(config: Pick<Config, 'HOST' | 'PORT'>): Promise<void> {
  const probe = createServer();
  probe.listen(config.PORT, config.HOST);
  await once(probe, 'listening').catch(explainListen(config));
  probe.close();
  await once(probe, 'close');
}

/** Why the server's address cannot be listened at, as a SetupError that names the setting. */
export const explainListen =
  (config: Pick<Config, 'HOST' | 'PORT'>) =>
  (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new SetupError(`Port ${config.PORT} is in use. Stop what uses it, or set PORT to another.`);
    if (code === 'EACCES')
      throw new SetupError(`This user may not listen on port ${config.PORT}. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new SetupError(`HOST ${config.HOST} is no address of this machine.`);
    throw error;
  };
