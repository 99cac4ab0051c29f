import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const sampleRecords: SampleRecords = await one(
      `INSERT INTO device_token (company_id, app, source, months) VALUES ($1, 'isolation', 'granted', 12) RETURNING id AS token`,
      [records.company],
    );
    for (const { id, hardware } of apps)
      if (hardware)
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO device_token (company_id, app, source, months) VALUES ($1, $2, 'granted', 12) RETURNING id AS "token ${id}"`,
            [records.company, id],
          ),
        );
    return sampleRecords;
  },
  owners: [
    [/ \/token\/\{id\}/, (f) => ({ id: f.token })],
    [/ \/\S+\/device-token\/\{id\}/, (f, app) => ({ id: f[`token ${app.id}`] })],
  ],
  companyWide: [[/ \/(\S+\/device-)?token\/\{id\}/, 'a subscription in stock is at no site']],
};
