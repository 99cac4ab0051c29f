import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const made: SampleRecords = {};
    for (const { id, metering } of apps) {
      if (!metering) continue;
      const values = [records.company, records[`device ${id}`], id];
      await one(
        'INSERT INTO meter (company_id, device_id, scanned_until) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING',
        values.slice(0, 2),
      );
      Object.assign(
        made,
        await one(
          `INSERT INTO meter_segment (company_id, device_id, serial, started_at, start_index, ended_at, end_index, reason)
           VALUES ($1, $2, 'Isolation', 'epoch', 0, 'epoch', 0, 'installed') RETURNING id AS "segment ${id}"`,
          values.slice(0, 2),
        ),
        await one(
          `INSERT INTO tariff (company_id, app, name_en, name_ar, utility, currency, unit)
           VALUES ($1, $2, 'Isolation', 'Isolation', 'water', 'AED', 'm³') RETURNING id AS "tariff ${id}"`,
          [values[0], id],
        ),
        await one(
          `INSERT INTO meter_bill (company_id, device_id, app, month, state, statement, terms)
           VALUES ($1, $2, $3, '2020-01-01', 'draft', '{}', '{}') RETURNING id AS "bill ${id}"`,
          values,
        ),
      );
    }
    return made;
  },
  owners: [
    [/ \/overview\/consumption\/\{id\}\/print/, (f) => ({ id: f.structure })],
    [/ \/\S+\/analysis\/consumption\/\{id\}/, (f) => ({ id: f.structure })],
    [/ \/\S+\/meter-segment\/\{id\}/, (f, app) => ({ id: f[`segment ${app.id}`] })],
    [/ \/\S+\/tariff\/\{id\}/, (f, app) => ({ id: f[`tariff ${app.id}`] })],
    [/ \/\S+\/bill\/\{id\}/, (f, app) => ({ id: f[`bill ${app.id}`] })],
  ],
  companyWide: [
    [/ \/\S+\/tariff\/\{id\}(\/try)?$/, 'a tariff is for the meters of every site; writing it is an administrator’s'],
  ],
  rowsWithoutCompany: { 'GET {api}/analysis/consumption': 'structures: checked by id' },
  listsOf: [[/\/analysis\/consumption$/, 'structure']],
  // The meters that the caller may see.
  ownOnly: ['GET /overview/consumption'],
};
