import { openSimulation, type Result, type Task } from './simulation.ts';

// One of the processes schedules are spread over: it receives tasks and answers each with the result.

const [url, connections] = process.argv.slice(2);
const simulation = await openSimulation(url === undefined ? null : { url, connections: Number(connections) });
process.on('message', (task: Task) => {
  simulation.run(task).then(answer, fail);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

// Numbers without end are no JSON.
const answer = (result: Result): void => void process.send?.({ ...result, hash: String(result.hash) });

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}
