import { sql } from 'kysely';
import type { CompanyRef } from '#platform/common/company-kinds.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import type { Actor, Handler } from '#platform/server/serve.ts';
import type { sessionRoutes } from '../../common/session.ts';
import { companiesSeenBy } from '../companies/company-access.ts';
import { runningProviders } from '../companies/company-facts.ts';
import { findUserInfo } from '../people/user-info.ts';

const shownCustomers = 50;

/**
 * A provider sees itself, a guest of the company none. Only the people of its client and those of the platform see the other providers of the
 * client.
 */
async function visibleProviders(tx: Tx, { scope, session }: Actor): Promise<CompanyRef[]> {
  const { user, actingFor } = session;
  if (actingFor === null || user.kind === 'guest') return [];
  const all = await runningProviders(tx, scope, actingFor);
  return actingFor === user.companyId || user.adminType !== null ? all : all.filter((one) => one.id === user.companyId);
}

export const currentSession: Handler<typeof sessionRoutes.current> = async ({ tx, actor, locale }) => {
  const providers = await visibleProviders(tx, actor);
  return bypassRls(tx, actor.scope, async () => {
    const { session } = actor;
    const seen = companiesSeenBy(actor, sql.ref('company.id')) ?? sql`true`;
    const companies = tx.selectFrom('company').select(['id', 'name', 'type']);
    const customers = await companies
      .where('id', 'is distinct from', session.user.companyId)
      .where(sql<boolean>`${seen}`)
      .orderBy('name')
      .orderBy('id')
      .limit(shownCustomers)
      .execute();
    const company =
      session.actingFor === null
        ? undefined
        : await companies.select('timeZone').where('id', '=', session.actingFor).executeTakeFirst();
    return {
      user: await findUserInfo(tx, session.user.id, locale),
      session: { ...session, apps: [...session.apps] },
      customers,
      company: company ? { ...company, providers } : null,
      asOwner: Boolean(actor.scope.impersonatedBy),
    };
  });
};
