import { type Isolation, idOfAnyApp, type SampleRecords } from '#platform/server/isolation.ts';

const everybody = 'roles are the same for everybody';

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const made: SampleRecords = {};
    for (const { id, routes } of apps)
      if ('permissionGroup' in routes)
        Object.assign(
          made,
          await one(
            `INSERT INTO permission_group (company_id, app_id, name, description) VALUES ($1, $2, 'Isolation', '') RETURNING id AS "permissionGroup ${id}"`,
            [records.company, id],
          ),
        );
    return made;
  },
  owners: [
    [/ \/app-permissions-group\/\{id\}/, (f) => ({ id: idOfAnyApp(f, 'permissionGroup') })],
    [/ \/\S+\/permissions-group\/\{id\}/, (f, app) => ({ id: f[`permissionGroup ${app.id}`] })],
  ],
  shared: { 'GET /permissions/system-roles/{id}': everybody },
  rowsWithoutCompany: {
    'GET /permissions/system-roles/all': everybody,
    'GET /permissions/user-roles/all': everybody,
    'GET {api}/permissions-group/users': 'people: checked by id',
  },
  companyWide: [[/GET \/\S+\/permissions-group\/\{id\}/, 'a group allows people something at several sites']],
  listsOf: [[/\/permissions-group\/users$/, 'user']],
  // The browser checks access by these positions.
  ownAccount: ['GET /permissions/flat'],
  ownOnly: [
    'GET /permissions/approvers',
    'GET /permissions/flat',
    'GET /permissions/hierarchy',
    'GET /app-permissions-group',
    'GET {api}/permissions-group/my',
    'POST /permissions/ask',
  ],
};
