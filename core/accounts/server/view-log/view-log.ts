import { sql } from 'kysely';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { camel, recordNames } from '#platform/server/records/logged-records.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type ViewLine, viewLogList, type viewLogRoutes } from '../../common/view-log.ts';
import { personNamed, personNameSql } from '../people/people.ts';

type Row = Omit<ViewLine, 'subject' | 'through'> & {
  subjectType: string;
  subjectId: number;
  throughType: string | null;
  throughId: number | null;
};

export const viewLogHandlers: Handlers<typeof viewLogRoutes> = {
  list: async (context) => {
    const { tx, actor, list } = context;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'view_log',
      spec: viewLogList,
      query: list,
      scope: actor.scope,
      columns: { kind: sql`(t.app_id || '.' || t.kind)` },
    });
    const { rows } = await sql<Row>`
      SELECT v.id, v.company_id, v.created_at, ${personNamed('v.user_id')} AS "user", ${personNameSql('v.impersonated_by')} AS impersonated_by,
             v.app_id AS app, v.kind, v.subject_type, v.subject_id, v.through_type, v.through_id, v.viewed_from AS "from", v.viewed_to AS "to", v.reason
        FROM view_log v WHERE v.id = ANY (${ids}::bigint[])`.execute(tx);
    const records = rows.flatMap(({ subjectType, subjectId, throughType, throughId }) => [
      { type: subjectType, id: subjectId },
      ...(throughType !== null && throughId !== null ? [{ type: throughType, id: throughId }] : []),
    ]);
    const name = await bypassRls(tx, actor.scope, () => recordNames(context, records));
    const data = rows.map(({ subjectType, subjectId, throughType, throughId, ...line }) => ({
      ...line,
      subject: { type: camel(subjectType), id: subjectId, name: name(subjectType, subjectId) },
      through:
        throughType === null || throughId === null
          ? null
          : { type: camel(throughType), id: throughId, name: name(throughType, throughId) },
    }));
    return { data: inOrder(ids, data), totalRecords };
  },
};
