import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { lockForParts } from '#platform/server/records/lock-for-parts.ts';
import { records } from '#platform/server/records/records.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import { parentFault } from '../common/group-tree.ts';
import {
  groupList,
  type MemberResult,
  maxGroups,
  type RecordGroup,
  type recordGroupRoutes,
  type StoredGroup,
  storedGroup,
} from '../common/record-group.ts';
import { suggestions } from './group-suggestions.ts';
import { kindOf } from './grouped-records.ts';
import { changeMembers, type GroupedRecords, withCounts } from './members.ts';

type Routes = ReturnType<typeof recordGroupRoutes<'/{id}'>>;
type Tree = { companyId: number; appId: string; subjectType: string };

/** Lets one change after the other into the tree: of two that would put groups into each other, the second is refused. */
const lockTree = (tx: Tx, { companyId, appId, subjectType }: Tree) =>
  sql`SELECT pg_advisory_xact_lock(hashtext(${`groups ${appId} ${subjectType}`}), ${companyId}::integer)`.execute(tx);

const nodesOf = (tx: Tx, { companyId, appId, subjectType }: Tree) =>
  tx
    .selectFrom('recordGroup')
    .select(['id', 'parentId'])
    .where('companyId', '=', companyId)
    .where('appId', '=', appId)
    .where('subjectType', '=', subjectType)
    .execute();

/**
 * Serves `recordGroupRoutes` for a kind of records of an app: what its list shows, as a condition on `t`, and the column of
 * their site.
 */
export function recordGroupHandlers(of: GroupedRecords): Handlers<Routes> {
  const kind = kindOf(of);
  const {
    read,
    history: _,
    ...stored
  } = records<StoredGroup>(
    { table: 'record_group', list: groupList, row: storedGroup },
    {
      seen: () => sql`t.app_id = ${kind.appId} AND t.subject_type = ${kind.subjectType}`,
      async check({ tx, actor }, after, before) {
        const tree = { ...kind, companyId: before?.companyId ?? companyOf(actor) };
        await lockTree(tx, tree);
        const nodes = await nodesOf(tx, tree);
        if (!before && nodes.length >= maxGroups) throw refuse(409, 'too-many-groups', { count: maxGroups });
        const fault = parentFault(nodes, before?.id ?? null, after.parentId ?? null);
        if (fault) throw invalid('parentId', fault);
        return before ? {} : kind;
      },
      async removing({ tx }, { id, companyId, parentId }) {
        await lockTree(tx, { ...kind, companyId });
        await tx.updateTable('recordGroup').set({ parentId }).where('parentId', '=', id).execute();
      },
    },
  );

  const counted = async (
    context: Pick<Context, 'tx' | 'actor' | 'locale'>,
    group: StoredGroup,
  ): Promise<RecordGroup> => {
    const [shown] = await withCounts(context, of, [group]);
    return shown as RecordGroup;
  };

  type Changing = Parameters<Handlers<Routes>['addMembers']>[0];
  async function change(context: Changing, to: 'added' | 'removed'): Promise<{ id: number; result: MemberResult }[]> {
    const group = await lockForParts(context, 'record_group', await read(context));
    return changeMembers(context, of, group, to, context.body.recordIds);
  }

  return {
    async list(context) {
      const { data, totalRecords } = await stored.list(context);
      return { data: await withCounts(context, of, data), totalRecords };
    },
    suggestion: (context) => suggestions(context, kind),
    get: async (context) => counted(context, await read(context)),
    async history(context) {
      const { id, companyId } = await read(context);
      const { kit } = context;
      // The records of the app, whose names the log has.
      const tables = { ...kit.history.tables, record_group_member: { refs: { recordId: of.table } } };
      const named = { ...context, kit: { ...kit, history: { ...kit.history, tables } } };
      return changesOf(named, { table: 'record_group', id, companyId, silent: ['appId', 'subjectType'] });
    },
    create: async (context) => counted(context, await stored.create(context)),
    update: async (context) => counted(context, await stored.update(context)),
    remove: stored.remove,
    addMembers: (context) => change(context, 'added'),
    removeMembers: (context) => change(context, 'removed'),
  };
}
