import type { Config } from '#server/config.ts';
import type { Demo } from '#start/demo-store.ts';
import { DEMO_SHOP, type Sandboxes } from '#start/sandboxes.ts';

export type Welcome = {
  config: Config;
  sandboxes: Sandboxes;
  demo: Demo | null;
  logFile: string | null;
  seconds: number;
};

/** The one screen shown when everything runs: addresses, users, orders to try. */
export function welcomeScreen({ config, sandboxes, demo, logFile, seconds }: Welcome): string {
  const row = (name: string, text: string): string => `  ${name.padEnd(16)}${text}`;
  const { PUBLIC_URL } = config;
  return [
    '',
    `Makegood is ready (${seconds.toFixed(1)} s). Stop it with Ctrl+C.`,
    '',
    row('Back office', `${PUBLIC_URL}/`),
    ...(demo ? [row('Portal', `${PUBLIC_URL}/p/${demo.slug}`)] : []),
    ...(sandboxes.shop ? [row('Demo shop', `${sandboxes.shop.url}/${DEMO_SHOP}`)] : []),
    ...(sandboxes.mailboxUrl ? [row('Mailbox', sandboxes.mailboxUrl)] : []),
    ...(sandboxes.paymentsUrl ? [row('Card payments', sandboxes.paymentsUrl)] : []),
    row('API reference', `${PUBLIC_URL}/api`),
    ...(sandboxes.hasDemoUsers
      ? [
          '',
          'Sign in to the back office as (no password):',
          row('Ada Admin', 'ada@demo.test, admin of the demo store'),
          row('Sam Staff', 'sam@demo.test, staff of the demo store'),
          row('Petra Provider', 'petra@makegood.test, provider admin'),
          row('Paula Provider', 'paula@makegood.test, provider admin'),
        ]
      : []),
    ...(demo
      ? [
          '',
          'Orders to return in the portal:',
          ...demo.samples.map(({ orderName, email, what }) => row(orderName, `${email}  ${what}`)),
        ]
      : []),
    '',
    ...(logFile ? [row('Log', logFile)] : []),
    row(
      'Data',
      `${config.DATABASE_URL === undefined ? config.DATA_FOLDER : 'PostgreSQL'}; start over with: npm start -- --reset`,
    ),
    '',
    '',
  ].join('\n');
}
