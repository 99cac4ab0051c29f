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
    for (const { id, hardware } of apps)
      if (hardware) {
        const devices = `FROM device WHERE company_id = $1 AND app = $2`;
        const [model] = hardware;
        // The demo has no devices of some apps.
        if (model)
          await one(
            `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state)
             SELECT $1, $2, $3, $4, 'Isolation', 'ISOLATION' || $4::integer, $5::integer, 'installed' WHERE NOT EXISTS (SELECT ${devices})`,
            [records.company, id, model.solution, model.id, records.structure],
          );
        Object.assign(sampleRecords, await one(`SELECT min(id) AS "device ${id}" ${devices}`, [records.company, id]));
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
    [/ \/lorawan-gateway\/\{id\}/, (f) => ({ id: f.gateway })],
    [
      / \/\S+\/device\/\{id\}\/link\/\{linkId\}/,
      (f, app) => ({ id: f[`device ${app.id}`], linkId: f[`link ${app.id}`] }),
    ],
    [/ \/[^{\s]+\/device\/\{id\}(?!\/command\/)/, (f, app) => ({ id: f[`device ${app.id}`] })],
  ],
  ownOnly: ['GET /meta', 'GET /device'],
};
