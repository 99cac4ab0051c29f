import { sql } from 'kysely';
import { findUsers, personNamed, staffOf } from '#core/accounts/server/api.ts';
import { memberList } from '#core/permissions/common/permission-group.ts';
import { actingPerson } from '#core/permissions/server/api.ts';
import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { maxReceptors, type Receptor, type receptorRoutes } from '../../common/receptor.ts';
import { reportOf, reportToChange } from '../definitions/report-rows.ts';
import { scopeOf, seesAllOf } from '../runs/run-scope.ts';

export const receptorHandlers: Handlers<typeof receptorRoutes> = {
  async list(context) {
    const { tx, kit, list } = context;
    const report = await reportOf(context);
    const { rows } = await sql<Omit<Receptor, 'maySeeAll'>>`
      SELECT r.id, r.state, ${personNamed('r.user_id')} AS "user" FROM report_receptor r WHERE r.report_id = ${report.id} ORDER BY r.id`.execute(
      tx,
    );
    const page = rows.slice(list.skip, list.skip + list.limit);
    const owner = await actingPerson(kit, { userId: report.owner.id, companyId: report.companyId });
    const scope = owner && scopeOf(kit, owner.actor.session, report);
    // The rights of each are read as at a request; a report has few recipients.
    const data = await Promise.all(
      page.map(async (receptor): Promise<Receptor> => {
        const person = await actingPerson(kit, { userId: receptor.user.id, companyId: report.companyId });
        return {
          ...receptor,
          maySeeAll: person !== null && scope !== null && seesAllOf(kit, person.actor.session, scope),
        };
      }),
    );
    return { data, totalRecords: rows.length };
  },
  async people({ tx, actor, list, params }) {
    const { data, totalRecords } = await findUsers(
      tx,
      actor,
      readableCompany(actor, params.companyId),
      list,
      memberList,
    );
    return {
      data: data.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
      totalRecords,
    };
  },
  async add(context) {
    const { tx, actor, body } = context;
    const report = await reportToChange(context);
    const wanted = [...new Set(body.map(({ userId }) => userId))];
    const { rows: before } = await sql<{ userId: number }>`
      SELECT user_id FROM report_receptor WHERE report_id = ${report.id}`.execute(tx);
    const known = new Set(before.map(({ userId }) => userId));
    const { rows: colleagues } = await sql<{ id: number }>`
      SELECT w.id FROM report_definition t CROSS JOIN unnest(${wanted}::integer[]) AS w (id)
       WHERE t.id = ${report.id} AND w.id IN ${staffOf('t.company_id')}`.execute(tx);
    const added = colleagues.map(({ id }) => id).filter((id) => !known.has(id));
    if (known.size + added.length > maxReceptors) throw refuse(409, 'too-many-recipients', { most: maxReceptors });
    await sql`
      INSERT INTO report_receptor (report_id, company_id, user_id, added_by)
      SELECT ${report.id}, ${report.companyId}, id, ${actor.session.user.id} FROM unnest(${added}::integer[]) AS id ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    const found = new Set(added);
    return wanted.map((userId) => ({
      userId,
      result: known.has(userId)
        ? ('already' as const)
        : found.has(userId)
          ? ('added' as const)
          : ('not-found' as const),
    }));
  },
  async remove(context) {
    const { tx, actor, query, params } = context;
    changeableCompany(actor, params.companyId);
    const report = await reportOf(context);
    const ids = query.ids.split(',').map(Number);
    const own = report.mayChange ? sql`true` : sql`user_id = ${actor.session.user.id}`;
    const removed = await sql`
      DELETE FROM report_receptor WHERE report_id = ${report.id} AND id = ANY (${ids}::integer[]) AND ${own} RETURNING id`.execute(
      tx,
    );
    if (removed.rows.length === 0)
      throw refuse(report.mayChange ? 404 : 403, report.mayChange ? 'not-found' : 'no-permission');
    return null;
  },
};
