import { readConfig, SetupError, type Config } from '#server/config.ts';
import { askServer, readControl } from '#server/control.ts';
import { makeLog } from '#server/log.ts';
import { Verified, VERIFY_PATH, verifyReceipt } from '#server/rules/verify-receipt.ts';

const USAGE = 'Usage: npm run verify-receipt -- <id>';

async function main(args: string[]): Promise<boolean> {
  const receiptId = idOf(args);
  const config = readConfig(process.env);
  const control = readControl(config.DATA_FOLDER);
  // The embedded database belongs to the server that runs.
  const answer = control && (await askServer(control, VERIFY_PATH, { receiptId }));
  const told = answer === null ? await verifyHere(config, receiptId) : Verified.parse(answer);
  if ('problem' in told) throw new SetupError(told.problem);
  process.stdout.write(told.text);
  return told.isSame;
}

function idOf([text = '', ...others]: string[]): number {
  const id = Number(text);
  if (others.length > 0 || !Number.isSafeInteger(id) || id < 1) throw new SetupError(USAGE);
  return id;
}

/** Everything a server has, and none of its roles: nothing is served. */
async function verifyHere(config: Config, receiptId: number): Promise<Verified> {
  const { startServer } = await import('#server/main.ts');
  const server = await startServer({ ...config, ROLES: [] }, makeLog('silent'));
  try {
    return await verifyReceipt(server.deps.database, receiptId);
  } finally {
    await server.close();
  }
}

if (import.meta.main) {
  try {
    if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
