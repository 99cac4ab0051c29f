import { beforeEach } from 'vitest';
import type { AlarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import type { TestPerson } from '../../testing.ts';
import { app, asSystem, companies, device, hiddenName, people, site, withParties } from '../test-alarms.ts';

/** Starts the product with alarms of several companies, and removes alarms, groups and messages before each test. */
export function withPartyGroups(): void {
  withParties();
  beforeEach(async () => {
    for (const table of ['notification_group', 'alarm', 'alarm_notification', 'mail_outbox', 'sms_outbox'])
      await app.kit.pool.query(`DELETE FROM ${table}`);
  });
}

export type Company = keyof typeof companies;
export const allDay = weekdays.map((name) => ({ name, periods: [{ start: '00:00', end: '23:59' }] }));
export const emails = { owner: 'customer@rasid.test', monitor: 'wadi@rasid.test', hq: 'other@rasid.test' };

type Settings = { quiet?: object | null; escalation?: object[]; methods?: string[]; resource?: string };
/** A notification group of a company with its administrator. */
export async function group(
  of: Company,
  { quiet = null, escalation = [], methods = ['email'], resource = '*' }: Settings = {},
) {
  const { rows } = await app.kit.pool.query(
    `WITH g AS (INSERT INTO notification_group (company_id, app_id, name, notifications, quiet, escalation)
                VALUES ($1, 'rooms', 'Group', $2, $3, $4) RETURNING id, company_id),
          m AS (INSERT INTO notification_group_member (group_id, user_id, company_id) SELECT id, $5, company_id FROM g),
          r AS (INSERT INTO notification_group_resource SELECT id, $6, company_id FROM g)
     SELECT id FROM g`,
    [
      companies[of],
      JSON.stringify({ access: Object.fromEntries(methods.map((method) => [method, ['forced-door']])) }),
      quiet === null ? null : JSON.stringify(quiet),
      JSON.stringify(escalation),
      people[of],
      resource,
    ],
  );
  return rows[0].id as number;
}
export const step = (of: Company) => ({ afterSeconds: 600, users: [people[of]], groups: [], methods: ['email'] });

export let rooms = 0;
export async function raise(desk?: Company, more: { onlyFor?: number[] } = {}): Promise<number> {
  const id = ++rooms;
  const view = { subject: `Room ${id}`, structure: 'Branch 7' };
  const parties = [
    { companyId: companies.monitor, role: 'monitor', view },
    { companyId: companies.hq, role: 'hq', view },
  ];
  const [raised] = await asSystem((context) =>
    raiseAlarms(context, [
      {
        companyId: companies.owner,
        app: 'rooms',
        kind: 'forced-door',
        severity: 'poor',
        subject: { type: 'room', id },
        name: hiddenName(id),
        structureId: site.id,
        devices: [device.id],
        parties,
        ...(desk ? { desk: companies[desk] } : {}),
        ...more,
      },
    ]),
  );
  return raised?.id ?? 0;
}

export type Mail = { recipient: string; subject: string; text: string };
export const mails = async (): Promise<Mail[]> =>
  (await app.kit.pool.query('SELECT recipient, subject, text, html FROM mail_outbox ORDER BY id')).rows;
export const recipients = async () => (await mails()).map(({ recipient }) => recipient).sort();
export const notificationsFor = async (person: TestPerson, id: number): Promise<AlarmNotification[]> =>
  (await person.call('GET', `/rooms/api/alarm/${id}/notification`)).body.data;
export const clocks = async (id: number) =>
  (
    await app.kit.pool.query(
      'SELECT company_id, round(extract(epoch FROM due_at - now()))::integer AS seconds FROM alarm_escalation WHERE alarm_id = $1',
      [id],
    )
  ).rows as { company_id: number; seconds: number }[];
export const due = () => app.kit.pool.query("UPDATE alarm_escalation SET due_at = now() - interval '1 second'");
