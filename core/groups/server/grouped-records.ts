import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#platform/common/list.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { GroupedEntity, RecordGroup } from '../common/record-group.ts';

type Kind = Pick<GroupedEntity, 'name'>;

/** How rows of groups name a kind of records: the app and the type, `vehicle`. */
export const kindOf = ({ name }: Kind): { appId: string; subjectType: string } => {
  const [appId = '', subjectType = ''] = name.split('.');
  return { appId, subjectType };
};

/** SQL of `id` of each of the groups with `group_id` of itself and of all groups within it. */
export const groupsWithin = (groups: readonly (number | string)[]) => sql`
  WITH RECURSIVE below AS (
    SELECT v.id, v.id AS group_id FROM unnest(${groups}::integer[]) AS v (id)
     UNION
    SELECT b.id, g.id FROM below b JOIN record_group g ON g.parent_id = b.group_id)
  SELECT id, group_id FROM below`;

/** The ids of the records of a kind that are in these groups, or in groups within them, of the companies of the transaction. */
export async function recordsInGroups(tx: Tx, entity: Kind, groups: readonly (number | string)[]): Promise<number[]> {
  const { appId, subjectType } = kindOf(entity);
  const found = await sql<{ recordId: number }>`
    SELECT DISTINCT m.record_id FROM (${groupsWithin(groups)}) b
      JOIN record_group g ON g.id = b.group_id AND g.app_id = ${appId} AND g.subject_type = ${subjectType}
      JOIN record_group_member m ON m.group_id = b.group_id`.execute(tx);
  return found.rows.map(({ recordId }) => recordId);
}

/** The condition on `t` of the filter `groupId` of a list, and the query of the list without it. */
export async function withGroupFilter(
  tx: Tx,
  entity: Kind,
  list: ListQuery,
): Promise<{ list: ListQuery; where: RawBuilder<unknown>[] }> {
  const { groupId, ...filters } = list.filters;
  if (!groupId) return { list, where: [] };
  const found = await recordsInGroups(tx, entity, groupId);
  return { list: { ...list, filters }, where: [sql`t.id = ANY (${found}::integer[])`] };
}

export type GroupOfRecord = Pick<RecordGroup, 'id' | 'name' | 'colour'>;

/** The groups of records of a kind by their ids, in the order of the names. */
export async function groupsOfRecords(
  tx: Tx,
  entity: Kind,
  ids: readonly number[],
): Promise<Map<number, GroupOfRecord[]>> {
  const { appId, subjectType } = kindOf(entity);
  const found = await tx
    .selectFrom('recordGroupMember as m')
    .innerJoin('recordGroup as g', 'g.id', 'm.groupId')
    .select(['m.recordId', 'g.id', 'g.name', 'g.colour'])
    .where('m.recordId', '=', anyOf(ids))
    .where('g.appId', '=', appId)
    .where('g.subjectType', '=', subjectType)
    .orderBy('g.name')
    .orderBy('g.id')
    .execute();
  const groups = Map.groupBy(found, ({ recordId }) => recordId);
  return new Map([...groups].map(([id, rows]) => [id, rows.map(({ recordId: _, ...group }) => group)]));
}
