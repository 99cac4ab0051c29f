import { type Isolation, idOfAnyApp, type SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const sampleRecords: SampleRecords = await one(
      `INSERT INTO alarm_notification (alarm_id, company_id, user_id, method, cause, state, message)
       VALUES ($1, $2, $3, 'in-app', 'raised', 'sent', gen_random_uuid()) RETURNING id AS "inAppMessage"`,
      [idOfAnyApp(records, 'alarm'), records.company, records.user],
    );
    for (const { id, routes } of apps)
      if ('notificationGroup' in routes)
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO notification_group (company_id, app_id, name) VALUES ($1, $2, 'Isolation') RETURNING id AS "notificationGroup ${id}"`,
            [records.company, id],
          ),
        );
    return sampleRecords;
  },
  owners: [
    [/ \/alarm\/message\/\{id\}/, (f) => ({ id: f.inAppMessage })],
    [/ \/app-notifications-group\/\{id\}/, (f) => ({ id: idOfAnyApp(f, 'notificationGroup') })],
    [/ \/\S+\/notifications-group\/\{id\}/, (f, app) => ({ id: f[`notificationGroup ${app.id}`] })],
  ],
  companyWide: [[/GET \/\S+\/notifications-group\/\{id\}/, 'a group tells people of several sites']],
  rowsWithoutCompany: {
    'GET {api}/notifications-group/users': 'people: checked by id',
    'GET /alarm/message': 'the caller’s own messages: checked in the tests of the slice',
  },
  listsOf: [[/\/notifications-group\/users$/, 'user']],
  ownOnly: ['GET /app-notifications-group', 'GET /alarm/message', 'POST /alarm/message/read'],
};
