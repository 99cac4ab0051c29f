import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const sampleRecords: SampleRecords = await one(
      `INSERT INTO lora_gateway (company_id, name, eui) VALUES ($1, 'Isolation', 'FFFFFFFFFFFFFFFF') RETURNING id AS gateway`,
      [records.company],
    );
    Object.assign(
      sampleRecords,
      await one(`SELECT min(id) AS device FROM device WHERE company_id = $1`, [records.company]),
    );
    Object.assign(
      sampleRecords,
      await one(
        `INSERT INTO device_token (company_id, app, source, months) VALUES ($1, 'isolation', 'granted', 12) RETURNING id AS token`,
        [records.company],
      ),
    );
    Object.assign(
      sampleRecords,
      await one(
        `INSERT INTO provisioning_key (company_id, app, hardware_id, name, key, sealed, strategy, most, expires_at)
         SELECT $1, 'isolation', min(id), 'Isolation', 'isolation', '', 'known', 1, now() FROM device_hardware RETURNING id AS "provisioningKey"`,
        [records.company],
      ),
    );
    for (const { id, hardware } of apps)
      if (hardware) {
        const devices = `FROM device WHERE company_id = $1 AND app = $2`;
        Object.assign(sampleRecords, await one(`SELECT min(id) AS "device ${id}" ${devices}`, [records.company, id]));
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO device_token (company_id, app, source, months) VALUES ($1, $2, 'granted', 12) RETURNING id AS "token ${id}"`,
            [records.company, id],
          ),
        );
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO device_command (device_id, company_id, method, expires_at)
             SELECT min(id), $1, 'isolation', now() ${devices} HAVING count(*) > 0 RETURNING id AS "command ${id}"`,
            [records.company, id],
          ),
        );
        Object.assign(
          sampleRecords,
          await one(
            `INSERT INTO device_link (device_id, actor_id, company_id)
             SELECT min(id), max(id), $1 ${devices} HAVING count(*) > 1 RETURNING id AS "link ${id}"`,
            [records.company, id],
          ),
        );
      }
    return sampleRecords;
  },
  owners: [
    [/ \/token\/\{id\}/, (f) => ({ id: f.token })],
    [/ \/\S+\/device-token\/\{id\}/, (f, app) => ({ id: f[`token ${app.id}`] })],
    [/ \/provisioning-key\/\{id\}/, (f) => ({ id: f.provisioningKey })],
    [/ \/lorawan-gateway\/\{id\}/, (f) => ({ id: f.gateway })],
    [
      / \/\S+\/device\/\{id\}\/link\/\{linkId\}/,
      (f, app) => ({ id: f[`device ${app.id}`], linkId: f[`link ${app.id}`] }),
    ],
    [
      / \/\S+\/\{id\}\/command\/\{commandId\}/,
      (f, app) => ({ id: f[`device ${app.id}`], commandId: f[`command ${app.id}`] }),
    ],
    // The path of commands contains the collection of the app: `/control-unit/{id}/command`.
    [/ \/\S+\/(device\/\{id\}|[\w-]+\/\{id\}\/command)/, (f, app) => ({ id: f[`device ${app.id}`] })],
  ],
  companyWide: [[/ \/(\S+\/device-)?token\/\{id\}/, 'a subscription in stock is at no site']],
  ownOnly: ['GET /meta', 'GET /device-stock', 'GET /device'],
};
