import { getUser, me, signOut, signOutEverywhere } from '#contract/merchant/me.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { can } from '#core/roles.ts';
import { Refusal } from '#core/refusal.ts';
import { featuresOf } from '#core/policy/features.ts';
import { LINKED_HOST } from '#server/db/portal-hosts.ts';
import { SETTINGS, settingsOf } from '#server/db/settings.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { SessionContext } from '#server/http/context.ts';
import { emailKey, endSessionsOf, sessionRole } from '#server/http/login-session.ts';
import { handle, type Handler } from '#server/http/serve.ts';

type Deps = Pick<ServerDeps, 'config' | 'database'>;

/** Who is signed in, and signing out. */
export const sessionHandlers = (deps: Deps): Handler[] => [
  handle(me, async (_input, context) => showMe(deps, context)),

  handle(getUser, async ({ params }, context) => {
    if (params.idFromPlatform !== context.user.idFromPlatform)
      throw new Refusal('notFound', 'USER_NOT_FOUND', "This user doesn't exist.");
    return showMe(deps, context);
  }),

  handle(signOut, async (_input, context) => {
    await context.endSession();
    return {};
  }),

  handle(signOutEverywhere, async (_input, context) => {
    // Nobody proved to be the person: a helpdesk ends no session but its own.
    if (context.user.helpdesk === null) await endSessionsOf(deps.database, context.user.userId);
    await context.endSession();
    return {};
  }),
];

async function showMe(
  { config, database }: Deps,
  { user, csrfToken }: SessionContext,
): Promise<RouteAnswer<typeof me>> {
  const rows = await database.asOwner((db) =>
    db
      .selectFrom('store')
      .leftJoin('store_user_role as role', (join) =>
        join
          .onRef('role.store_id', '=', 'store.store_id')
          .on('role.email_key', '=', emailKey(user.email))
          .on((on) =>
            user.helpdesk
              ? on.val(true)
              : on.or([on('role.subject', 'is', null), on('role.subject', '=', user.idFromPlatform)]),
          ),
      )
      .select([
        'store.store_id as id',
        'slug',
        'name',
        'currency_code',
        'is_test',
        'platform_plan',
        SETTINGS.as('settings'),
      ])
      .select(LINKED_HOST.as('portal_host'))
      .select(['uninstalled_on', 'subscription_ends_on', 'subscription_status', 'subscription_confirmation_url'])
      .select('role.role_code')
      .$if(!user.isProviderAdmin, (query) => query.where('role.role_code', 'is not', null))
      .orderBy('store.store_id')
      .execute(),
  );
  return {
    user: {
      id: user.userId,
      idFromPlatform: user.idFromPlatform,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      isProviderAdmin: user.isProviderAdmin,
    },
    stores: rows.flatMap((row) => {
      const roleCode = sessionRole(user, row.id, row.role_code);
      if (roleCode === null) return [];
      const place = { isTest: row.is_test, mayHelpdeskFinalize: user.helpdesk?.mayFinalize ?? false };
      return {
        id: row.id,
        slug: row.slug,
        name: row.name,
        currencyCode: row.currency_code,
        isTest: row.is_test,
        shopifyPlan: row.platform_plan,
        isCrewInstalled: row.uninstalled_on === null,
        customerAppUrl: portalAddress(config.PUBLIC_URL, row),
        invoiceDefinition:
          row.subscription_ends_on === null ? null : { endDate: row.subscription_ends_on.toISOString() },
        subscriptionStatus: row.subscription_status,
        confirmationUrl: row.subscription_confirmation_url,
        features: featuresOf(settingsOf(row)),
        roleCode,
        mayFinalize: can(roleCode, 'money', place),
        mayExport: can(roleCode, 'exports', place),
      };
    }),
    support: { email: config.SUPPORT_EMAIL, helpUrl: config.HELP_URL ?? `mailto:${config.SUPPORT_EMAIL}` },
    csrfToken,
  };
}
