import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { records } from '#platform/server/records/records.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import {
  type GroupedEntity,
  type MemberResult,
  type RecordGroup,
  type StoredGroup,
  storedGroup,
} from '../common/record-group.ts';
import { groupsWithin, kindOf } from './grouped-records.ts';

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'>;

/** The records of an app that its groups contain. */
export type GroupedRecords = GroupedEntity & {
  /** A condition on the record `t`: whether the caller may see it. */
  seen(actor: Actor): RawBuilder<unknown>;
  /** The field of its site, `structureId`; people who may change groups at some sites only put in and take out records of these. */
  site?: string;
};

const identified = storedGroup.pick({ id: true, companyId: true, createdAt: true });
type Identified = z.infer<typeof identified>;

/** Those of the records that the caller may see. `sites` limits them to these; null does not. */
async function seenRecords(
  context: Reading,
  of: GroupedRecords,
  ids: readonly number[],
  sites: readonly number[] | null = null,
): Promise<Identified[]> {
  const { list } = records<Identified>({ table: of.table, list: {}, row: identified }, { seen: of.seen });
  if (ids.length === 0 || sites?.length === 0) return [];
  const filters = sites && of.site ? { [of.site]: sites.map(String) } : {};
  const page = { limit: ids.length, skip: 0, total: false, filters, ranges: {} };
  const found = await list({ ...context, params: {}, list: page }, [sql`t.id = ANY (${ids}::integer[])`]);
  return found.data;
}

type Membership = { id: number; recordId: number; own: boolean };

/** The records of groups and of all groups within them; `own`: of the group itself. */
const membershipsOf = async (tx: Tx, groups: readonly number[]): Promise<Membership[]> =>
  (
    await sql<Membership>`
      SELECT b.id, m.record_id, bool_or(b.id = b.group_id) AS own
        FROM (${groupsWithin(groups)}) b JOIN record_group_member m ON m.group_id = b.group_id GROUP BY 1, 2`.execute(
      tx,
    )
  ).rows;

/** The groups with the numbers of their records that the caller may see. A record that is gone counts nowhere. */
export async function withCounts(
  context: Reading,
  of: GroupedRecords,
  groups: readonly StoredGroup[],
): Promise<RecordGroup[]> {
  const memberships = await membershipsOf(
    context.tx,
    groups.map(({ id }) => id),
  );
  const ids = [...new Set(memberships.map(({ recordId }) => recordId))];
  const seen = new Set((await seenRecords(context, of, ids)).map(({ id }) => id));
  const byGroup = Map.groupBy(
    memberships.filter(({ recordId }) => seen.has(recordId)),
    ({ id }) => id,
  );
  return groups.map((group) => {
    const all = byGroup.get(group.id) ?? [];
    return { ...group, members: all.filter(({ own }) => own).length, total: all.length };
  });
}

type Change = 'added' | 'removed';

/**
 * Puts records into a locked group, or takes them out of it: the same statements for any number of records. Returns what
 * became of each.
 */
export async function changeMembers(
  context: Reading,
  of: GroupedRecords,
  { id, companyId }: Pick<StoredGroup, 'id' | 'companyId'>,
  change: Change,
  given: readonly number[],
): Promise<{ id: number; result: MemberResult }[]> {
  const wanted = [...new Set(given)];
  const { appId, subjectType } = kindOf(of);
  const sites = resourcesWith(context.actor.session, appId, `${subjectType}-group`, 'update');
  const ofCompany = (found: readonly Identified[]) =>
    new Set(found.filter((record) => record.companyId === companyId).map((record) => record.id));
  const seen = ofCompany(await seenRecords(context, of, wanted));
  const allowed = sites && of.site ? ofCompany(await seenRecords(context, of, wanted, sites)) : seen;
  const changed = new Set(
    await (change === 'added' ? add : remove)(
      context.tx,
      { id, companyId },
      wanted.filter((record) => allowed.has(record)),
    ),
  );
  const resultOf = (record: number): MemberResult => {
    if (!seen.has(record)) return 'not-found';
    if (!allowed.has(record)) return 'no-permission';
    return changed.has(record) ? change : 'unchanged';
  };
  return wanted.map((record) => ({ id: record, result: resultOf(record) }));
}

type Owned = Pick<StoredGroup, 'id' | 'companyId'>;

async function add(tx: Tx, { id: groupId, companyId }: Owned, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const added = await tx
    .insertInto('recordGroupMember')
    .values(ids.map((recordId) => ({ groupId, companyId, recordId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('recordId')
    .execute();
  return added.map(({ recordId }) => recordId);
}

async function remove(tx: Tx, { id, companyId }: Owned, ids: readonly number[]): Promise<number[]> {
  const removed = await tx
    .deleteFrom('recordGroupMember')
    .where('groupId', '=', id)
    .where('companyId', '=', companyId)
    .where('recordId', '=', anyOf(ids))
    .returning('recordId')
    .execute();
  return removed.map(({ recordId }) => recordId);
}
