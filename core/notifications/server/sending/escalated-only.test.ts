import { expect, test } from 'vitest';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { app, companies, force, owner, withParties } from '#main/testing/test-alarms.ts';
import { notifyDue } from './notify.ts';

withParties();

test('a person who sees only the alarms that were escalated to them is notified of those alone', async () => {
  const notified = JSON.stringify({ access: { email: ['forced-door'] } });
  const { rows } = await app.kit.pool.query(
    `WITH u AS (SELECT id FROM users WHERE email = 'operator@rasid.test'),
          role AS (INSERT INTO user_app_role (user_id, company_id, app_id, role) SELECT id, $1, 'rooms', 'guard' FROM u),
          g AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'rooms', 'All') RETURNING id, company_id),
          r AS (INSERT INTO permission_group_resource SELECT id, '*', company_id FROM g),
          a AS (INSERT INTO permission_group_grant SELECT id, 'access-alarm', '{read}', company_id FROM g),
          m AS (INSERT INTO permission_group_member SELECT g.id, u.id, g.company_id FROM g, u),
          n AS (INSERT INTO notification_group (company_id, app_id, name, notifications) VALUES ($1, 'rooms', 'Group', $2) RETURNING id),
          o AS (INSERT INTO notification_group_resource SELECT id, '*', $1 FROM n),
          p AS (INSERT INTO notification_group_member (group_id, user_id, company_id) SELECT n.id, u.id, $1 FROM n, u)
     SELECT id FROM u`,
    [companies.owner, notified],
  );
  const guard = rows[0].id as number;
  const [escalated, other] = [await force(50, { parties: [] }), await force(51, { parties: [] })];
  await app.kit.pool.query('UPDATE alarm SET escalated_to = $2 WHERE id = $1', [escalated, guard]);
  await notifyDue(app.kit);
  const ofGuard = async (id: number) => {
    const all: AlarmNotification[] = (await owner.call('GET', `/rooms/api/alarm/${id}/notification`)).body.data;
    return all.filter(({ person }) => person?.id === guard);
  };
  expect(await ofGuard(escalated)).toMatchObject([{ state: 'sent' }]);
  expect(await ofGuard(other)).toMatchObject([{ state: 'skipped', reason: 'no-permission' }]);
});
