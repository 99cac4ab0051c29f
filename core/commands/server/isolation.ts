import { deviceFacts } from '#core/devices/server/api.ts';
import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const sampleRecords: SampleRecords = {};
    for (const { id, hardware } of apps)
      if (hardware)
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO device_command (device_id, company_id, method, expires_at)
             SELECT min(id), $1, 'isolation', now() FROM ${deviceFacts} d WHERE company_id = $1 AND app = $2 HAVING count(*) > 0 RETURNING id AS "command ${id}"`,
            [records.company, id],
          ),
        );
    return sampleRecords;
  },
  owners: [
    [
      / \/\S+\/\{id\}\/command\/\{commandId\}/,
      (f, app) => ({ id: f[`device ${app.id}`], commandId: f[`command ${app.id}`] }),
    ],
    // The path contains the collection of the app: `/control-unit/{id}/command`.
    [/ \/\S+\/[\w-]+\/\{id\}\/command/, (f, app) => ({ id: f[`device ${app.id}`] })],
  ],
};
