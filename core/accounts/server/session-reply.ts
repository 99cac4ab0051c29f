import { sql } from 'kysely';
import { asAll } from '#platform/server/database.ts';
import type { Handler } from '#platform/server/serve.ts';
import type { sessionRoutes } from '../common/session.ts';
import { companiesSeenBy } from './company-access.ts';
import { runningProviders } from './people.ts';
import { findUserInfo } from './user-info.ts';

const shownCustomers = 50;

export const currentSession: Handler<typeof sessionRoutes.current> = ({ tx, actor, locale }) =>
  asAll(tx, actor.scope, async () => {
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
      session.actingFor === null ? undefined : await companies.where('id', '=', session.actingFor).executeTakeFirst();
    /** A provider knows of itself; who else works for its client is told to that one's people and those of the platform. */
    const providersTold = async (id: number) => {
      const { companyId, adminType } = session.user;
      const all = await runningProviders(tx, actor.scope, id);
      return id === companyId || adminType !== null ? all : all.filter((one) => one.id === companyId);
    };
    return {
      user: await findUserInfo(tx, session.user.id, locale),
      session: { ...session, apps: [...session.apps] },
      customers,
      company: company ? { ...company, providers: await providersTold(company.id) } : null,
      asOwner: Boolean(actor.scope.openedBy),
    };
  });
