import { sql } from 'kysely';
import type { AppManifest } from '../../common/define-app.ts';
import { canDo } from '../../common/define-entity.ts';
import type { ListSpec } from '../../common/list.ts';
import { refuse } from '../refuse.ts';
import type { Context } from '../serve.ts';
import { column, findIds } from './rows.ts';

/** Records of apps that the core has in one list: their table, its column with the app, and their permission entity. */
export type AppRecords = { table: string; app: string; entity: string };

/**
 * The app of the record that a call of the core is about; its handlers then check permissions on the record itself.
 * Refuses with 404 a record of an app whose records the caller may not read, and with 403 an action that none of the
 * caller's groups grants.
 */
export async function appOfRecord(
  { tx, kit, may, params }: Pick<Context, 'tx' | 'kit' | 'may'> & { params: { id: number } },
  { table, app: field, entity }: AppRecords,
  action: string,
): Promise<AppManifest> {
  const found = await sql<{ app: string }>`
    SELECT ${sql.ref(column(field))} AS app FROM ${sql.table(table)} WHERE id = ${params.id}`.execute(tx);
  const app = kit.apps.find(({ id }) => id === found.rows[0]?.app);
  if (!app || !may(canDo(`${app.id}.${entity}`, 'read'))) throw refuse(404, 'not-found');
  if (!may(canDo(`${app.id}.${entity}`, action))) throw refuse(403, 'no-permission');
  return app;
}

/** The ids of the records of a list, of those apps whose records the caller may read. */
export function findAppRecords(
  { tx, kit, may, list, actor }: Pick<Context, 'tx' | 'kit' | 'may' | 'list' | 'actor'>,
  { table, app: field, entity }: AppRecords,
  spec: ListSpec,
) {
  const app = sql.ref(`t.${column(field)}`);
  const readable = kit.apps.map(({ id }) => id).filter((id) => may(canDo(`${id}.${entity}`, 'read')));
  return findIds(tx, {
    table,
    spec,
    query: list,
    scope: actor.scope,
    where: [sql`${app} = ANY (${readable}::text[])`],
    columns: { app },
  });
}
