import { sql } from 'kysely';
import { anyOf } from '#platform/server/postgres/values.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { sessionLogList, type sessionLogRoutes } from '../../common/session-log.ts';
import { companyName } from '../companies/company-facts.ts';
import { pageName } from '../page-name.ts';
import { peopleMatching, personNameSql, usersOf } from '../people/people.ts';
import { agentNamed } from './access-log.ts';

export const sessionLogHandlers: Handlers<typeof sessionLogRoutes> = {
  list: async ({ tx, kit, actor, list, locale }) => {
    const { user } = actor.session;
    const all = user.isAdmin || user.adminType !== null;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'access_log',
      spec: sessionLogList,
      query: list,
      scope: actor.scope,
      ...(list.search
        ? { alsoFound: sql`t.user_id = ANY (${await peopleMatching(tx, actor.scope, list.search)})` }
        : {}),
      // People of a provider read their own entries, which are outside of the companies while a client is selected.
      ...(all ? {} : { company: null, where: [sql`t.user_id = ${user.id}`] }),
    });
    const found = await tx
      .selectFrom('accessLog')
      .select([
        'id',
        'event',
        'email',
        'userId',
        'address',
        'userAgent',
        'createdAt',
        'page',
        'call',
        'tokenId',
        'tokenName',
      ])
      .select(agentNamed.as('agent'))
      .select(companyName('acting_for').as('company'))
      .select(personNameSql('impersonated_by').as('impersonatedBy'))
      .where('id', '=', anyOf(ids))
      .execute();
    const people = await usersOf(
      tx,
      found.flatMap(({ userId }) => userId ?? []),
    );
    const nameOf = (id: number | null) => {
      const person = people.find((one) => one.id === id);
      return person ? { id: person.id, firstName: person.firstName, lastName: person.lastName } : null;
    };
    return {
      data: inOrder(
        ids,
        found.map(({ userId, page, company, tokenId, tokenName, ...row }) => ({
          ...row,
          token: tokenId === null ? null : { id: tokenId, name: tokenName ?? '' },
          user: nameOf(userId),
          about: page === null ? null : { page: pageName(kit.apps, page, locale), company },
        })),
      ),
      totalRecords,
    };
  },
};
