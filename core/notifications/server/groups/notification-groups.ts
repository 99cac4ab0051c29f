import { sql } from 'kysely';
import { assertUsersOf, findUsers, personNamed } from '#core/accounts/server/api.ts';
import { alarmEntity } from '#core/alarms/common/alarm.ts';
import { notificationMethods, personMethods } from '#core/alarms/common/alarm-notification.ts';
import { alarmKindsByClass } from '#core/alarms/server/api.ts';
import { memberList } from '#core/permissions/common/permission-group.ts';
import { assertStructure } from '#core/places/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { webhookHandlers } from '#platform/server/webhooks/webhook-handlers.ts';
import {
  mutedForever,
  type NotificationGroup,
  notificationGroupList,
  type notificationGroupRoutes,
} from '../../common/notification-group.ts';
import { type StoredStep, shownStep } from '../../common/notification-settings.ts';
import { previewNotifications } from '../sending/notification-preview.ts';
import { assertMayReceiveEvents, eventsOf, manifestOf, subscribe } from './group-events.ts';
import { assertKindsExist, writeParts } from './group-parts.ts';

type Routes = ReturnType<typeof notificationGroupRoutes>;
type Asked<Name extends 'create' | 'update'> = Parameters<Handlers<Routes>[Name]>[0];

type StoredGroup = Omit<NotificationGroup, 'resources' | 'escalation'> & {
  resources: string[];
  escalation: StoredStep[];
};

/** Groups of an app, or for null of any app, in the order of the ids. */
export async function readGroups(tx: Tx, app: string | null, ids: readonly number[]): Promise<NotificationGroup[]> {
  const page = await sql<StoredGroup>`
    SELECT g.id, g.company_id, g.app_id AS app, g.name, g.description, g.muted_until, g.notifications, g.events, g.lowest, g.quiet, g.escalation, g.repeat, g.on_clear, g.created_at,
           coalesce((SELECT jsonb_agg(${personNamed('m.user_id')} || jsonb_build_object('disabled', m.disabled,
              'notifications', (SELECT jsonb_object_agg(w, NOT m.disabled AND w <> ALL (m.muted_methods)) FROM unnest(${[...personMethods]}::text[]) AS w)) ORDER BY m.user_id)
              FROM notification_group_member m WHERE m.group_id = g.id), '[]') AS users,
           ARRAY(SELECT resource FROM notification_group_resource r WHERE r.group_id = g.id ORDER BY length(resource), resource) AS resources
      FROM notification_group g WHERE g.id = ANY (${ids}::integer[]) AND (${app}::text IS NULL OR g.app_id = ${app})`.execute(
    tx,
  );
  const groups = page.rows.map((row) => ({
    ...row,
    escalation: row.escalation.map(shownStep),
    resources: row.resources.map((id) => ({ id: id === '*' ? ('*' as const) : Number(id) })),
  }));
  return inOrder(ids, groups);
}

async function readGroup(tx: Tx, app: string, id: number): Promise<NotificationGroup> {
  const [group] = await readGroups(tx, app, [id]);
  if (!group) throw refuse(404, 'not-found');
  return group;
}

/** Serves `notificationWebhookRoutes` of an app. */
export const notificationWebhookHandlers = (app: AppManifest) =>
  webhookHandlers('notification_group', {
    read: ({ tx, params }) => readGroup(tx, app.id, params.id),
    assertMayReceive({ session }, { events }) {
      for (const name of Object.keys(app.alarmClasses ?? {}))
        if (!hasAbilityOn(session, app.id, alarmEntity(name), 'read', null)) throw refuse(403, 'no-permission');
      assertMayReceiveEvents(session, app, events);
    },
  });

/** Each alarm is compared with all groups of its company. */
const maxGroups = 200;

async function assertRoom(tx: Tx, app: string, companyId: number): Promise<void> {
  const rows = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM notification_group WHERE company_id = ${companyId} AND app_id = ${app}`.execute(
    tx,
  );
  if ((rows.rows[0]?.n ?? 0) >= maxGroups) throw refuse(409, 'too-many-groups', { count: maxGroups });
}

async function createGroup({ tx, kit, actor, body, afterCommit }: Asked<'create'>, app: string) {
  const companyId = companyOf(actor);
  await assertRoom(tx, app, companyId);
  const { name, description = '', events = [] } = body;
  subscribe({ kit, actor, afterCommit }, app, events);
  const { id: groupId } = await tx
    .insertInto('notificationGroup')
    .values({ companyId, appId: app, name, description, events })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeParts(tx, kit, app, { groupId, companyId }, { resources: [] }, body);
  return readGroup(tx, app, groupId);
}

async function updateGroup({ tx, kit, actor, params, body, afterCommit }: Asked<'update'>, app: string) {
  const before = await readGroup(tx, app, params.id);
  const { name = before.name, description = before.description, events = before.events } = body;
  subscribe(
    { kit, actor, afterCommit },
    app,
    events.filter((one) => !before.events.includes(one)),
  );
  await tx.updateTable('notificationGroup').set({ name, description, events }).where('id', '=', params.id).execute();
  await writeParts(tx, kit, app, { groupId: params.id, companyId: before.companyId }, before, body);
  return readGroup(tx, app, params.id);
}

/** Serves `notificationGroupRoutes(app)`. */
export function notificationGroupHandlers(app: string): Handlers<Routes> {
  return {
    async list({ tx, list, actor }) {
      const where = [sql`t.app_id = ${app}`];
      const page = await findIds(tx, {
        table: 'notification_group',
        spec: notificationGroupList,
        query: list,
        scope: actor.scope,
        where,
      });
      return { data: await readGroups(tx, app, page.ids), totalRecords: page.totalRecords };
    },
    params: async ({ kit }) => ({
      methods: [...notificationMethods],
      types: alarmKindsByClass(kit, app),
      events: eventsOf(manifestOf(kit, app)),
    }),
    users: ({ tx, actor, list }) => findUsers(tx, actor, companyOf(actor), list, memberList),
    get: ({ tx, params }) => readGroup(tx, app, params.id),
    async preview({ tx, kit, actor, body }) {
      const companyId = companyOf(actor);
      await assertUsersOf(tx, companyId, [body.userId]);
      if (body.structureId !== null)
        await assertStructure(tx, actor, companyId, body.structureId).catch(() => {
          throw invalid('structureId', 'invalid');
        });
      assertKindsExist(kit, app, { [body.type]: { email: [body.kind] } });
      return bypassRls(tx, actor.scope, () => previewNotifications(tx, kit, { ...body, app, companyId }));
    },
    async history(context) {
      const { id, companyId } = await readGroup(context.tx, app, context.params.id);
      return changesOf(context, { table: 'notification_group', id, companyId, silent: ['appId'] });
    },
    create: (context) => createGroup(context, app),
    update: (context) => updateGroup(context, app),
    async remove({ tx, params }) {
      await readGroup(tx, app, params.id);
      await tx.deleteFrom('notificationGroup').where('id', '=', params.id).execute();
      return null;
    },
    async disableUser({ tx, params, body }) {
      await readGroup(tx, app, params.id);
      const { method, disabled } = body;
      const change =
        method === undefined
          ? sql`disabled = ${disabled}`
          : disabled
            ? sql`muted_methods = array_append(array_remove(muted_methods, ${method}), ${method})`
            : sql`muted_methods = array_remove(muted_methods, ${method})`;
      const changed =
        await sql`UPDATE notification_group_member SET ${change} WHERE group_id = ${params.id} AND user_id = ${body.userId} RETURNING user_id`.execute(
          tx,
        );
      if (changed.rows.length === 0) throw refuse(404, 'not-found');
      return readGroup(tx, app, params.id);
    },
    async mute({ tx, params, body }) {
      await readGroup(tx, app, params.id);
      const until =
        body.minutes === 'forever'
          ? sql`${mutedForever}::timestamptz`
          : sql`CASE WHEN ${body.minutes} > 0 THEN now() + ${body.minutes} * interval '1 minute' END`;
      await sql`UPDATE notification_group SET muted_until = ${until} WHERE id = ${params.id}`.execute(tx);
      return readGroup(tx, app, params.id);
    },
  };
}
