import { customerHandlers } from '#server/customer/handlers.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { Handler } from '#server/http/serve.ts';
import { answerTemplateHandlers } from '#server/provider/answer-templates.ts';
import { conciergeHandlers } from '#server/provider/concierge.ts';
import { sessionHandlers } from '#server/http/session-handlers.ts';
import { signInHandlers } from '#server/http/sign-in-handlers.ts';
import { merchantHandlers } from '#server/merchant/handlers.ts';
import { installHandlers } from '#server/sync/install.ts';
import { unsubscribeHandlers } from '#server/email/unsubscribe.ts';
import { widgetHandlers } from '#server/protection/widget.ts';
import { receiveMail } from '#server/webhooks/receive-mail.ts';
import { receiveCalls } from '#server/webhooks/receive-calls.ts';

/** Everything the server answers under /api. */
export const allHandlers = (deps: ServerDeps): Handler[] => [
  ...sessionHandlers(deps),
  ...signInHandlers(deps),
  ...merchantHandlers(deps),
  ...conciergeHandlers(deps),
  ...answerTemplateHandlers(deps),
  ...customerHandlers(deps),
  ...[deps.install, ...deps.labels, deps.payments].flatMap((partner) => (partner ? [receiveCalls(deps, partner)] : [])),
  ...widgetHandlers(deps),
  ...receiveMail(deps),
  ...unsubscribeHandlers(deps),
  ...installHandlers(deps),
];
