import { type Isolation, idOfAnyApp, type SampleRecords } from '#platform/server/isolation.ts';
import { alarmClasses, deviceClass } from '../common/device-classes.ts';

type Owner = NonNullable<Isolation['owners']>[number];

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const sampleRecords: SampleRecords = {};
    for (const { id, alarmClasses = {} } of apps) {
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
    ...Object.entries(alarmClasses).map(
      ([name, { path }]): Owner => [
        new RegExp(` /\\S+${path}/\\{id\\}`),
        (f, app) => ({ id: f[`alarm ${app.id} ${name}`] }),
      ],
    ),
    // The alarms of all apps.
    [/ \/alarm\/\{id\}/, (f) => ({ id: idOfAnyApp(f, 'alarm') })],
    // A class with its own path.
    [/ \/\S+\/alarm\/\{id\}/, (f, app) => ({ id: f[`alarm ${app.id} ${Object.keys(app.alarmClasses ?? {})[0]}`] })],
  ],
  rowsWithoutCompany: {
    [`GET {api}${alarmClasses[deviceClass.measured].path}/responders`]: 'people: checked by id',
    'GET {api}/alarm/responders': 'people: checked by id',
  },
  listsOf: [[/\/responders$/, 'user']],
  // Only alarms that the caller may read.
  ownOnly: [
    'GET /alarm',
    'GET /alarm/history',
    'POST /alarm/acknowledge',
    'GET /alarm/unacknowledged',
    'GET /alarm/unacknowledged/count',
    'GET /overview/alarm',
    'GET /overview/alarm-event',
  ],
};
