import { type Isolation, idOfAnyApp, type SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const sampleRecords: SampleRecords = {};
    for (const { id, routes, alarmClasses = {} } of apps)
      if ('rule' in routes)
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO alarm_rule (company_id, app, class, kind, name, levels) VALUES ($1, $2, $3, 'custom', 'Isolation', '[]') RETURNING id AS "rule ${id}"`,
            [records.company, id, Object.keys(alarmClasses)[0]],
          ),
        );
    return sampleRecords;
  },
  owners: [
    [/ \/rule\/\{id\}/, (f) => ({ id: idOfAnyApp(f, 'rule') })],
    [/ \/\S+\/rule\/\{id\}/, (f, app) => ({ id: f[`rule ${app.id}`] })],
  ],
  companyWide: [[/GET (?:\/\S+)?\/rule\/\{id\}/, 'a rule of the company is for the devices of every site']],
  ownOnly: ['GET /rule'],
};
