import { type RawBuilder, sql } from 'kysely';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { Session } from '#platform/common/access.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { ReportDefinition } from '../../common/report.ts';
import { abilitiesOf, allAbilities } from '../section-kinds.ts';

/** The sites that a run shows, by ability (`app.entity.action`): null for all of the company. */
export type RunScope = Record<string, number[] | null>;

/** The sites of an ability that a person sees, at most those that the report is limited to. */
function sitesOf(session: Session, ability: string, limit: readonly number[]): number[] | null {
  const [app = '', entity = '', action = ''] = ability.split('.');
  const allowed = resourcesWith(session, app, entity, action);
  const limited =
    limit.length === 0 ? allowed : allowed === null ? [...limit] : limit.filter((id) => allowed.includes(id));
  return limited && [...limited].sort((a, b) => a - b);
}

/** What a run of the definition in a person's name shows. */
export function scopeOf(
  { apps }: Pick<Kit, 'apps'>,
  session: Session,
  { sections, structureIds }: Pick<ReportDefinition, 'sections' | 'structureIds'>,
): RunScope {
  const abilities = sections.flatMap((section) => (section.type === 'data' ? abilitiesOf(apps, section) : []));
  return Object.fromEntries(
    [...new Set(abilities)].map((ability) => [ability, sitesOf(session, ability, structureIds)]),
  );
}

/** All that a person may see in runs. */
function allowedTo({ apps }: Pick<Kit, 'apps'>, session: Session): RunScope {
  const held = allAbilities(apps).filter((ability) => session.apps.includes(ability.split('.')[0] ?? ''));
  return Object.fromEntries(held.map((ability) => [ability, sitesOf(session, ability, [])]));
}

/** Whether a person may see all that a run shows. */
export function seesAllOf(kit: Pick<Kit, 'apps'>, session: Session, scope: RunScope): boolean {
  const allowed = allowedTo(kit, session);
  return Object.entries(scope).every(([ability, sites]) => {
    const own = allowed[ability];
    return own === null || (sites?.every((site) => own?.includes(site)) ?? false);
  });
}

/**
 * The same as a condition on `t` (report_run), also for those of the person's own that were made with other rights. Before a
 * run is prepared nobody knows what it will show: then only that person and administrators see it.
 */
export function isVisibleRun(kit: Pick<Kit, 'apps'>, { session }: Pick<Actor, 'session'>): RawBuilder<boolean> {
  const allowed = JSON.stringify(allowedTo(kit, session));
  return sql`(CASE WHEN t.scope IS NULL THEN (t.user_id = ${session.user.id} OR ${session.user.isAdmin}) ELSE NOT EXISTS (
    SELECT FROM jsonb_each(t.scope) s
     WHERE NOT (${allowed}::jsonb ? s.key AND (${allowed}::jsonb -> s.key = 'null' OR (s.value <> 'null' AND ${allowed}::jsonb -> s.key @> s.value)))) END)`;
}
