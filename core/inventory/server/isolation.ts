import { hardwareNames } from '#core/devices/server/api.ts';
import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO provisioning_key (company_id, app, hardware_id, name, key, sealed, strategy, most, expires_at)
       SELECT $1, 'isolation', min(id), 'Isolation', 'isolation', '', 'known', 1, now() FROM ${hardwareNames} h RETURNING id AS "provisioningKey"`,
      [records.company],
    ),
  owners: [[/ \/provisioning-key\/\{id\}/, (f) => ({ id: f.provisioningKey })]],
  ownOnly: ['GET /device-stock'],
};
