import { type Isolation, idOfAnyApp, type SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const sampleRecords: SampleRecords = await one(
      `INSERT INTO notification_schedule (company_id, app, name, frequency, time, zone, active) VALUES ($1, 'alarms', 'Isolation', 'daily', '08:00', 'UTC', false) RETURNING id AS "mailPlan"`,
      [records.company],
    );
    Object.assign(
      sampleRecords,
      await one(
        `WITH told AS (
           INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
           VALUES ($1, 'isolation', 'isolation', 'isolation', 'ok', 'thing', 2, 'Thing', now(), now()) RETURNING id, company_id)
         INSERT INTO alarm_notification (alarm_id, company_id, user_id, method, cause, state, message)
         SELECT id, company_id, $2, 'in-app', 'raised', 'sent', gen_random_uuid() FROM told RETURNING id AS "inAppMessage"`,
        [records.company, records.user],
      ),
    );
    for (const { id, alarmClasses = {}, routes } of apps) {
      if ('notificationGroup' in routes)
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO notification_group (company_id, app_id, name) VALUES ($1, $2, 'Isolation') RETURNING id AS "notificationGroup ${id}"`,
            [records.company, id],
          ),
        );
      if ('rule' in routes)
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO alarm_rule (company_id, app, class, kind, name, levels) VALUES ($1, $2, 'operational', 'custom', 'Isolation', '[]') RETURNING id AS "rule ${id}"`,
            [records.company, id],
          ),
        );
      for (const name of Object.keys(alarmClasses))
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, structure_id, first_at, last_at)
             VALUES ($1, $2, $3, $3 || '-isolation', 'ok', 'thing', 1, 'Thing', $4, now(), now()) RETURNING id AS "alarm ${id} ${name}"`,
            [records.company, id, name, records.structure],
          ),
        );
    }
    return sampleRecords;
  },
  owners: [
    [/ \/notification-scheduler\/\{id\}/, (f) => ({ id: f.mailPlan })],
    [/ \/alarm\/message\/\{id\}/, (f) => ({ id: f.inAppMessage })],
    [/ \/app-notifications-group\/\{id\}/, (f) => ({ id: idOfAnyApp(f, 'notificationGroup') })],
    [/ \/\S+\/notifications-group\/\{id\}/, (f, app) => ({ id: f[`notificationGroup ${app.id}`] })],
    [/ \/rule\/\{id\}/, (f) => ({ id: idOfAnyApp(f, 'rule') })],
    [/ \/\S+\/rule\/\{id\}/, (f, app) => ({ id: f[`rule ${app.id}`] })],
    [/ \/\S+\/alarm\/status\/\{id\}/, (f, app) => ({ id: f[`alarm ${app.id} status`] })],
    [/ \/\S+\/alarm\/operational\/\{id\}/, (f, app) => ({ id: f[`alarm ${app.id} operational`] })],
    // The alarms of all apps.
    [/ \/alarm\/\{id\}/, (f) => ({ id: idOfAnyApp(f, 'alarm') })],
    // A class with its own path.
    [/ \/\S+\/alarm\/\{id\}/, (f, app) => ({ id: f[`alarm ${app.id} ${Object.keys(app.alarmClasses ?? {})[0]}`] })],
  ],
  companyWide: [
    [/GET \/\S+\/notifications-group\/\{id\}/, 'a group tells people of several sites'],
    [/GET (?:\/\S+)?\/rule\/\{id\}/, 'a rule of the company is for the devices of every site'],
  ],
  rowsWithoutCompany: {
    'GET {api}/alarm/operational/responders': 'people: checked by id',
    'GET {api}/notifications-group/users': 'people: checked by id',
    'GET /alarm/message': 'the caller’s own messages: checked in the tests of the slice',
  },
  listsOf: [[/\/(responders|notifications-group\/users)$/, 'user']],
  // Only alarms that the caller may read.
  ownOnly: [
    'GET /alarm',
    'GET /alarm/history',
    'POST /alarm/acknowledge',
    'GET /rule',
    'GET /app-notifications-group',
    'GET /alarm/message',
    'POST /alarm/message/read',
    'GET /alarm/unacknowledged',
    'GET /alarm/unacknowledged/count',
    'GET /overview/alarm',
    'GET /overview/alarm-event',
  ],
};
