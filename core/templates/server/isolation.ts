import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const made: SampleRecords = {};
    for (const { id, hardware = [], routes } of apps) {
      if (!('template' in routes)) continue;
      const template = await one(
        `INSERT INTO template (company_id, app, name, hardware_id) VALUES ($1, $2, 'Isolation', $3) RETURNING id`,
        [records.company, id, hardware[0]?.id],
      );
      const version = await one(
        `INSERT INTO template_version (company_id, template_id, version, content)
         VALUES ($1, $2, 1, '{"intervalSeconds":null,"thresholds":[],"rules":[],"settings":{}}') RETURNING id`,
        [records.company, template.id],
      );
      const application = await one(
        `INSERT INTO template_application (company_id, template_id, version_id, keep_local) VALUES ($1, $2, $3, false) RETURNING id`,
        [records.company, template.id, version.id],
      );
      made[`template ${id}`] = template.id as number;
      made[`application ${id}`] = application.id as number;
    }
    return made;
  },
  owners: [
    [
      / \/\S+\/template\/\{id\}/,
      (f, app) => ({ id: f[`template ${app.id}`], applicationId: f[`application ${app.id}`] }),
    ],
  ],
  companyWide: [[/GET \/\S+\/template\/\{id\}/, 'templates are for the devices of every site']],
  rowsWithoutCompany: { 'GET {api}/template/starter': 'the models of the app' },
};
