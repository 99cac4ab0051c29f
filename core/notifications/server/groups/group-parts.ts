import { sql } from 'kysely';
import { assertUsersOf } from '#core/accounts/server/api.ts';
import { alarmKindsByClass } from '#core/alarms/server/api.ts';
import { assertResources } from '#core/permissions/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { Invalid, invalid } from '#platform/server/refuse.ts';
import type { NotificationGroup, NotificationGroupChange, Notifications } from '../../common/notification-group.ts';
import { type GroupNotificationSettings, storedStep } from '../../common/notification-settings.ts';

type Owner = { groupId: number; companyId: number };

export function assertKindsExist(kit: Kit, app: string, notifications: Notifications): void {
  const kindsByType = new Map(alarmKindsByClass(kit, app).map(({ type, kinds }) => [type, kinds]));
  const errors = Object.entries(notifications).flatMap(([type, methods]) =>
    Object.entries(methods).flatMap(([method, kinds]) =>
      (kinds ?? [])
        .filter((kind) => !kindsByType.get(type)?.includes(kind))
        .map((kind) => ({ param: `notifications.${type}.${method}.${kind}`, msg: 'invalid' })),
    ),
  );
  if (errors.length > 0) throw new Invalid(errors);
}

export async function writeParts(
  tx: Tx,
  kit: Kit,
  app: string,
  { groupId, companyId }: Owner,
  before: Pick<NotificationGroup, 'resources'>,
  change: NotificationGroupChange,
): Promise<void> {
  if (change.users) {
    await assertUsersOf(tx, companyId, change.users);
    await sql`DELETE FROM notification_group_member WHERE group_id = ${groupId} AND user_id <> ALL (${change.users}::integer[])`.execute(
      tx,
    );
    await sql`INSERT INTO notification_group_member (group_id, company_id, user_id)
      SELECT ${groupId}, ${companyId}, unnest(${change.users}::integer[]) ON CONFLICT DO NOTHING`.execute(tx);
  }
  if (change.resources) {
    await assertResources(
      tx,
      companyId,
      before.resources.map(({ id }) => id),
      change.resources,
    );
    const resources = change.resources.map(String);
    await sql`DELETE FROM notification_group_resource WHERE group_id = ${groupId} AND resource <> ALL (${resources}::text[])`.execute(
      tx,
    );
    await sql`INSERT INTO notification_group_resource (group_id, company_id, resource)
      SELECT ${groupId}, ${companyId}, unnest(${resources}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
  }
  if (change.notifications) {
    assertKindsExist(kit, app, change.notifications);
    await tx
      .updateTable('notificationGroup')
      .set({ notifications: JSON.stringify(change.notifications) })
      .where('id', '=', groupId)
      .execute();
  }
  await writeSettings(tx, app, { groupId, companyId }, change);
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

async function writeSettings(
  tx: Tx,
  app: string,
  { groupId, companyId }: Owner,
  { lowest, quiet, escalation, repeat, onClear }: Partial<GroupNotificationSettings>,
): Promise<void> {
  if (escalation) await assertRecipients(tx, app, companyId, escalation);
  const changes = [
    ...(lowest ? [sql`lowest = ${json(lowest)}`] : []),
    ...(quiet === undefined ? [] : [sql`quiet = ${quiet && json(quiet)}`]),
    ...(escalation ? [sql`escalation = ${json(escalation.map(storedStep))}`] : []),
    ...(repeat === undefined ? [] : [sql`repeat = ${repeat && json(repeat)}`]),
    ...(onClear === undefined ? [] : [sql`on_clear = ${onClear}`]),
  ];
  if (changes.length > 0)
    await sql`UPDATE notification_group SET ${sql.join(changes)} WHERE id = ${groupId}`.execute(tx);
}

/** Refuses unless all recipients of the steps are people of the company, or groups of the same app. */
async function assertRecipients(
  tx: Tx,
  app: string,
  companyId: number,
  steps: GroupNotificationSettings['escalation'],
): Promise<void> {
  await assertUsersOf(
    tx,
    companyId,
    steps.flatMap(({ users }) => users),
  );
  const groups = [...new Set(steps.flatMap((step) => step.groups))];
  const found = await tx
    .selectFrom('notificationGroup')
    .where('id', '=', anyOf(groups))
    .where('appId', '=', app)
    .where('companyId', '=', companyId)
    .execute();
  if (found.length < groups.length) throw invalid('escalation', 'invalid');
}
