import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const made: SampleRecords = {};
    for (const { id, access } of apps) {
      if (!access) continue;
      Object.assign(
        made,
        await one(
          `WITH held AS (INSERT INTO access_holder (company_id, name, email) VALUES ($1, 'Isolation', $3 || '@isolation.test') RETURNING id),
                given AS (INSERT INTO access_grant (company_id, app, mode, state, holder_id, starts_at, open, methods)
                          SELECT $1, $3, 'fulltime', 'active', held.id, now(), true, '{link}' FROM held RETURNING id)
           INSERT INTO access_credential (company_id, grant_id, device_id, kind)
           SELECT $1, given.id, $2, 'link' FROM given
           RETURNING id AS "credential ${id}", grant_id AS "grant ${id}", (SELECT id FROM held) AS "holder ${id}"`,
          [records.company, records[`device ${id}`], id],
        ),
        await one(
          `INSERT INTO access_revocation (company_id, app, holder_id, reason)
           SELECT h.company_id, $1, h.id, 'revoked' FROM access_holder h WHERE h.email = $1 || '@isolation.test' RETURNING id AS "revocation ${id}"`,
          [id],
        ),
      );
    }
    return made;
  },
  owners: [
    [/ \/\S+\/user-access\/holder\/\{id\}/, (f, app) => ({ id: f[`holder ${app.id}`] })],
    [/ \/\S+\/user-access\/revocation\/\{id\}/, (f, app) => ({ id: f[`revocation ${app.id}`] })],
    [/ \/\S+\/user-access\/\{id\}/, (f, app) => ({ id: f[`grant ${app.id}`] })],
    [/ \/\S+\/access-token\/\{id\}/, (f, app) => ({ id: f[`credential ${app.id}`] })],
    [/ \/\S+\/device\/\{id\}\/code\/\{slot\}/, (f, app) => ({ id: f[`device ${app.id}`], slot: 2 })],
  ],
};
