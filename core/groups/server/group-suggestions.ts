import { sql } from 'kysely';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Context, ListReply } from '#platform/server/serve.ts';
import { type GroupSuggestion, groupList } from '../common/record-group.ts';

/** A page of the groups of a kind of records, each with the names of those around it. */
export async function suggestions(
  { tx, actor, list }: Pick<Context, 'tx' | 'actor' | 'list'>,
  { appId, subjectType }: { appId: string; subjectType: string },
): Promise<ListReply<GroupSuggestion>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'record_group',
    spec: groupList,
    query: list,
    scope: actor.scope,
    where: [sql`t.app_id = ${appId}`, sql`t.subject_type = ${subjectType}`],
  });
  const found = await sql<GroupSuggestion>`
    SELECT g.id, g.company_id, g.name, g.colour, array_remove(ARRAY[above.name, around.name], NULL) AS within
      FROM record_group g LEFT JOIN record_group around ON around.id = g.parent_id
      LEFT JOIN record_group above ON above.id = around.parent_id
     WHERE g.id = ANY (${ids}::integer[])`.execute(tx);
  return { data: inOrder(ids, found.rows), totalRecords };
}
