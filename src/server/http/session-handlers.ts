import { me, signOut } from '#contract/merchant/merchant.ts';
import type { ServerDeps } from '#server/deps.ts';
import { emailKey } from '#server/http/login-session.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** Who is signed in, and signing out. */
export function sessionHandlers({ config, database }: Pick<ServerDeps, 'config' | 'database'>): Handler[] {
  return [
    handle(me, async (_input, { user, csrfToken }) => {
      const rows = await database.asOwner((db) =>
        db
          .selectFrom('store')
          .leftJoin('store_user_role as role', (join) =>
            join.onRef('role.store_id', '=', 'store.store_id').on('role.email_key', '=', emailKey(user.email)),
          )
          .select([
            'store.store_id as id',
            'slug',
            'name',
            'currency_code as currencyCode',
            'is_test as isTest',
            'role.role_code as roleCode',
          ])
          .$if(!user.isProviderAdmin, (query) => query.where('role.role_code', 'is not', null))
          .orderBy('store.store_id')
          .execute(),
      );
      return {
        user: {
          id: user.userId,
          firstName: user.firstName,
          lastName: user.lastName,
          email: user.email,
          isProviderAdmin: user.isProviderAdmin,
        },
        stores: rows.map((row) => ({
          ...row,
          roleCode: user.isProviderAdmin || row.roleCode === null ? ('Makegood_Admin' as const) : row.roleCode,
          customerAppUrl: `${config.PUBLIC_URL}/p/${encodeURIComponent(row.slug)}`,
        })),
        csrfToken,
      };
    }),
    handle(signOut, async (_input, context) => {
      await context.endSession();
      return {};
    }),
  ];
}
