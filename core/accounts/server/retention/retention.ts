import { sql } from 'kysely';
import { changesOf } from '#platform/server/records/history.ts';
import { Invalid, refuse } from '#platform/server/refuse.ts';
import type { AppRetention } from '#platform/server/retention/retention.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { Retained, retentionRoutes } from '../../common/retention.ts';
import { personNamed, personNameSql } from '../people/people.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;
type Setting = Pick<
  Retained,
  'app' | 'name' | 'days' | 'id' | 'legalBasis' | 'setBy' | 'impersonatedBy' | 'setAt' | 'version'
>;
type Run = NonNullable<Retained['run']> & { app: string; setting: string };

/** What the company can see: one entry for each kind of records, whatever the number of its tables. */
function kindsOf({ kit, actor }: Reading): AppRetention[] {
  const core = new Set(kit.apps.flatMap(({ id, kind }) => (kind === 'core' ? [id] : [])));
  const visible = kit.retentions.filter(({ app }) => core.has(app) || actor.session.apps.includes(app));
  return [...Map.groupBy(visible, ({ app, setting }) => `${app}.${setting}`).values()].flatMap(([one]) => one ?? []);
}

const isOf = (kind: AppRetention, { app, name }: { app: string; name: string }) =>
  kind.app === app && kind.setting === name;

async function retainedOf(context: Reading, kinds: readonly AppRetention[]): Promise<Retained[]> {
  const { tx, actor } = context;
  const companyId = companyOf(actor);
  const settings = await sql<Setting>`
    SELECT s.app, s.name, s.days, s.id, s.legal_basis, ${personNamed('s.set_by')} AS set_by, ${personNameSql('s.impersonated_by')} AS impersonated_by,
           s.set_at, s.version
      FROM retention_setting s WHERE s.company_id = ${companyId}`.execute(tx);
  const runs = await sql<Run>`
    SELECT app, setting, min(began_at) AS began_at, CASE WHEN bool_and(ended_at IS NOT NULL) THEN max(ended_at) END AS ended_at,
           sum(rows)::bigint AS rows, sum(files)::bigint AS files, min(oldest_left) AS oldest_left
      FROM retention_run WHERE company_id = ${companyId} GROUP BY app, setting`.execute(tx);
  return kinds.map((kind) => {
    const { app, setting: name, days } = kind;
    const run = runs.rows.find((one) => isOf(kind, { app: one.app, name: one.setting }));
    const { app: _, setting: __, ...result } = run ?? {};
    return {
      ...{ app, name, days: days.default, min: days.min, max: days.max, default: days.default },
      ...{ id: null, legalBasis: '', setBy: null, impersonatedBy: null, setAt: null, version: 0 },
      ...settings.rows.find((one) => isOf(kind, one)),
      run: run ? (result as Retained['run']) : null,
    };
  });
}

export const retentionHandlers: Handlers<typeof retentionRoutes> = {
  all: (context) => retainedOf(context, kindsOf(context)),
  async update(context) {
    const { tx, actor, body } = context;
    const { app, name, days, legalBasis, version } = body;
    const kind = kindsOf(context).find((one) => isOf(one, body));
    if (!kind || kind.days.min === kind.days.max) throw refuse(404, 'not-found');
    if (days < kind.days.min || days > kind.days.max) throw new Invalid([{ param: 'days', msg: 'outOfRange' }]);
    const companyId = companyOf(actor);
    const changed = await sql`
      INSERT INTO retention_setting AS s (company_id, app, name, days, legal_basis)
      SELECT ${companyId}, ${app}, ${name}, ${days}, ${legalBasis}
       WHERE ${version} = 0 OR EXISTS (SELECT FROM retention_setting WHERE company_id = ${companyId} AND app = ${app} AND name = ${name})
      ON CONFLICT (company_id, app, name) DO UPDATE
         SET days = excluded.days, legal_basis = excluded.legal_basis, set_by = excluded.set_by, impersonated_by = excluded.impersonated_by,
             set_at = excluded.set_at, version = s.version + 1
       WHERE s.version = ${version} RETURNING id`.execute(tx);
    const [now] = await retainedOf(context, [kind]);
    if (!now) throw refuse(404, 'not-found');
    if (changed.rows.length === 0) throw refuse(409, 'changed-meanwhile', { version: now.version });
    return now;
  },
  async history(context) {
    const { tx, params } = context;
    const found = await tx
      .selectFrom('retentionSetting')
      .select(['id', 'companyId'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!found) throw refuse(404, 'not-found');
    return changesOf(context, { table: 'retention_setting', ...found });
  },
};
