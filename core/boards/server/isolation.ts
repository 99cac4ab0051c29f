import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const made: SampleRecords = {};
    for (const { id, routes } of apps)
      if ('board' in routes)
        Object.assign(
          made,
          await one(
            `INSERT INTO board (company_id, app, owner_id, name, shared) VALUES ($1, $2, $3, 'Isolation', true) RETURNING id AS "board ${id}"`,
            [records.company, id, records.user],
          ),
        );
    return made;
  },
  owners: [[/ \S*\/board\/\{id\}/, (records, app) => ({ id: records[`board ${app.id}`] })]],
  companyWide: [[/GET \S*\/board\/\{id\}/, 'a board shows each reader what the reader may see']],
  // Boards of the caller and those shared in the current company.
  ownOnly: ['GET /board', 'POST /board', 'PUT /board/choice'],
};
