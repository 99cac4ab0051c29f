import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Isolation } from '#platform/server/isolation.ts';

/** The kind of records of group calls, `rack` of `depot.rack-group`; null of other calls. */
function groupedBy({ list, addMembers }: Readonly<Record<string, AnyRoute>>): string | null {
  const access = addMembers && list?.access;
  const ability = typeof access === 'object' && 'ability' in access ? access.ability : undefined;
  return ability?.split('.')[1]?.replace(/-group$/, '') ?? null;
}

const kindsOf = (apps: readonly AppManifest[]) =>
  apps.flatMap(({ id, routes }) =>
    Object.values(routes).flatMap((set) => {
      const type = groupedBy(set);
      return type === null ? [] : [{ app: id, type }];
    }),
  );

/** A group of each kind of records of each app: `group depot rack`. Whose addresses they are is declared by the apps. */
export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const made: Record<string, number> = {};
    for (const { app, type } of kindsOf(apps))
      Object.assign(
        made,
        await one(
          `INSERT INTO record_group (company_id, app_id, subject_type, name) VALUES ($1, $2, $3, 'Isolation') RETURNING id AS "group ${app} ${type}"`,
          [records.company, app, type],
        ),
      );
    return made;
  },
};
