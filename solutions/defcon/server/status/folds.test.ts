import { expect, test } from 'vitest';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { of, panels, security, watched, withDesk } from '#main/testing/panels/test-desk.ts';
import { dueDone, eventually } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { StatusFold } from '../../common/status/status-fold.ts';
import { duePanelChecks } from './panel-checks.ts';

withDesk();

const folds = async (person: TestPerson, query = ''): Promise<StatusFold[]> =>
  (await of(person)('GET', `/alarm/status/folded?limit=50${query}`)).body.data;
const start = Date.now() - 3_600_000;
/** Panels that lose this path, one after the other. */
const lose = (path: string, count: number, everyMs: number, first = 0) =>
  emittingAsSystem(panels.app.kit, panels.app.kit.db, (context) =>
    raiseAlarms(
      context,
      Array.from({ length: count }, (_, n) => ({
        ...{ companyId: panels.company, app: 'defcon', kind: 'path-lost', severity: 'ok' as const, structureId: null },
        ...{
          subject: { type: 'panel-path', id: 1_000_000 + first + n },
          name: `Panel ${n} · ${path}`,
          at: start + n * everyMs,
        },
      })),
    ),
  );

test('500 panels that lose one path within three minutes are one row and one message; others of the same time stay rows of their own', async () => {
  const { user } = (await panels.customer.call('GET', '/session')).body.data;
  const created = await of(panels.customer)('POST', '/notifications-group', {
    ...{ name: 'Technicians', users: [user.id], resources: ['*'] },
    notifications: { status: { email: ['path-lost'] } },
  });
  expect(created.status).toBe(201);
  await lose('GSM', 500, 350);
  const messages = await eventually(
    async () =>
      (
        await panels.app.kit.pool.query(
          'SELECT state, reason, count(*)::integer AS alarms, count(DISTINCT due_at)::integer AS messages FROM alarm_notification GROUP BY 1, 2',
        )
      ).rows,
    (rows) => rows.every(({ state }) => state !== 'queued'),
  );
  expect(messages).toEqual([{ state: 'held', reason: 'gathered', alarms: 500, messages: 1 }]);
  await lose('Cable', 3, 1000, 600);
  await lose('Satellite', 6, 61_000, 700);
  const found = await folds(panels.customer, '&kind=path-lost');
  const many = found.filter(({ count }) => count > 1);
  expect(many).toMatchObject([{ kind: 'path-lost', subject: 'GSM', count: 500, waiting: 500, severity: 'ok' }]);
  expect(found).toHaveLength(1 + 3 + 6);
  const span = Date.parse(many[0]?.lastAt ?? '') - Date.parse(many[0]?.firstAt ?? '');
  expect(span).toBe(499 * 350);
});

test('a security company reads those of the panels that it watches', async () => {
  const panel = await watched();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await panels.done('PATCH', `/panel/${panel.id}`, { permitExpiresOn: tomorrow });
  await dueDone(panels.app, [duePanelChecks]);
  const { name } = await panels.panel(panel);
  expect(await folds(security)).toMatchObject([{ kind: 'permit-expiring', count: 1, subject: name }]);
  expect((await folds(panels.customer)).length).toBeGreaterThan(1);
});
