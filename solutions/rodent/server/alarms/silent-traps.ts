import { sql } from 'kysely';
import { clearAlarms, endAlarms, raiseAlarms, storedAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, deviceLogLines } from '#core/devices/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import { type DomainEvents, type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { aboutStructure } from './about-structure.ts';

/**
 * More than this share of a site's traps, and no fewer than the least, that fall silent within the hours have one cause, such
 * as a gateway. Traps give a sign of life every six hours, so those of one gateway fall silent over that time. Below the
 * other share of traps that are still silent it is over.
 */
export const silentRule = { share: 0.3, least: 3, hours: 6, overShare: 0.15 } as const;

type Site = {
  structureId: number;
  companyId: number;
  traps: number;
  /** Those that have fallen silent now, those of the last hours with them, and those among food. */
  now: number[];
  fresh: number[];
  food: number[];
  isDark: boolean;
};

const isFood = sql`coalesce((SELECT t.zone FROM rodent_trap t WHERE t.id = d.id), 'interior') = 'interior-food'`;
/** The alarm `a` of a site `structure` that stands for those of its silent traps. */
const darkAlarm = sql`${sql.raw(storedAlarms)} a WHERE a.app = 'rodent' AND a.kind = 'site-silent' AND a.condition = 'active'
  AND a.disposition IN ('open', 'escalated') AND a.subject_type = 'structure-pests'`;

/** One transaction after another decides whether the silent traps of a site are one alarm. */
const lockSites = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtext('silent traps of a site'), n.id) FROM (SELECT DISTINCT unnest(${ids}::integer[]) AS id ORDER BY 1) n`.execute(
    tx,
  );

async function sitesOf(tx: Tx, devices: readonly number[]): Promise<Site[]> {
  const at = await sql<{ id: number }>`
    SELECT DISTINCT d.structure_id AS id FROM ${sql.raw(deviceFacts)} d
     WHERE d.id = ANY (${devices}::integer[]) AND d.app = 'rodent' AND d.state = 'installed' AND d.structure_id IS NOT NULL`.execute(
    tx,
  );
  const ids = at.rows.map(({ id }) => id);
  await lockSites(tx, ids);
  const { rows } = await sql<Site>`
    SELECT s.*, EXISTS (SELECT FROM ${darkAlarm} AND a.subject_id = s.structure_id) AS is_dark
      FROM (SELECT d.structure_id, d.company_id, count(*)::integer AS traps,
                   coalesce(array_agg(d.id) FILTER (WHERE f.now), '{}') AS now, coalesce(array_agg(d.id) FILTER (WHERE f.now OR f.fresh), '{}') AS fresh,
                   coalesce(array_agg(d.id) FILTER (WHERE (f.now OR f.fresh) AND ${isFood}), '{}') AS food
              FROM ${sql.raw(deviceFacts)} d
             CROSS JOIN LATERAL (SELECT d.id = ANY (${devices}::integer[]) AS now,
                     d.connection = 'offline' AND EXISTS (SELECT FROM ${sql.raw(deviceLogLines)} l
                       WHERE l.device_id = d.id AND l.kind = 'offline' AND l.at > now() - ${silentRule.hours} * interval '1 hour') AS fresh) f
             WHERE d.app = 'rodent' AND d.state = 'installed' AND d.structure_id = ANY (${ids}::integer[])
             GROUP BY d.structure_id, d.company_id) s`.execute(tx);
  return rows;
}

const darkens = ({ isDark, traps, fresh }: Site): boolean =>
  !isDark && fresh.length >= silentRule.least && fresh.length > silentRule.share * traps;

/**
 * Traps fall silent. If these are many of a site within some hours, the site gets one alarm, which stands for theirs: those
 * that were raised before end, and no further ones are raised. A silent trap among food is graver than others.
 */
export async function foldSilent(context: Emitting, { devices, folded }: DomainEvents['offline.raising']) {
  const { tx } = context;
  const ids = devices.map(({ id }) => id);
  const sites = await sitesOf(tx, ids);
  if (sites.length === 0) return;
  const turning = sites.filter(darkens);
  const dark = [...turning, ...sites.filter(({ isDark }) => isDark)];
  for (const { now } of dark) for (const id of now) folded.add(id);
  const before = turning.flatMap(({ now, fresh }) => fresh.filter((id) => !now.includes(id)));
  await endAlarms(
    context,
    before.map((deviceId) => ({ deviceId, kind: 'offline' })),
    'folded',
  );
  const named = await structureSummaries(
    tx,
    dark.map(({ structureId }) => structureId),
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const single = sites.flatMap(({ food, now }) => food.filter((id) => now.includes(id) && !folded.has(id)));
  for (const id of single) folded.add(id);
  await raiseAlarms(context, [
    ...dark.map(({ structureId, companyId, now, fresh, food, isDark }) => ({
      ...aboutStructure(companyId, structureId),
      ...{ kind: 'site-silent', severity: food.length > 0 ? ('problem' as const) : ('poor' as const) },
      ...{ name: names.get(structureId) ?? '', structureId, devices: isDark ? now : fresh },
      hits: (isDark ? now : fresh).length,
    })),
    ...single.map((deviceId) => ({ deviceId, kind: 'offline', severity: 'problem' as const })),
  ]);
}

type Dark = { structureId: number; companyId: number; traps: number; silent: { id: number; food: boolean }[] };

/** Ends the alarms of sites whose traps report again, and raises those of the few that stay silent. */
async function brighten(context: Emitting, sites: readonly number[] | null): Promise<void> {
  const found = await sql<{ id: number }>`
    SELECT a.subject_id AS id FROM ${darkAlarm} AND (${sites}::integer[] IS NULL OR a.subject_id = ANY (${sites}::integer[]))`.execute(
    context.tx,
  );
  if (found.rows.length === 0) return;
  const ids = found.rows.map(({ id }) => id);
  await lockSites(context.tx, ids);
  const { rows } = await sql<Dark>`
    SELECT a.subject_id AS structure_id, a.company_id, n.traps, n.silent FROM (SELECT * FROM ${darkAlarm} AND a.subject_id = ANY (${ids}::integer[])) a
     CROSS JOIN LATERAL (
       SELECT count(*)::integer AS traps, coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'food', ${isFood}) ORDER BY d.id) FILTER (WHERE d.connection = 'offline'
                AND EXISTS (SELECT FROM ${sql.raw(deviceLogLines)} l WHERE l.device_id = d.id AND l.kind = 'offline' AND l.at > a.first_at - ${silentRule.hours} * interval '1 hour')), '[]') AS silent
         FROM ${sql.raw(deviceFacts)} d WHERE d.app = 'rodent' AND d.state = 'installed' AND d.structure_id = a.subject_id) n`.execute(
    context.tx,
  );
  const over = rows.filter(({ traps, silent }) => silent.length < silentRule.overShare * traps || traps === 0);
  await clearAlarms(
    context,
    over.map(({ companyId, structureId }) => ({ ...aboutStructure(companyId, structureId), kind: 'site-silent' })),
  );
  await raiseAlarms(
    context,
    over.flatMap(({ silent }) =>
      silent.map(({ id, food }) => ({
        deviceId: id,
        kind: 'offline',
        severity: food ? ('problem' as const) : ('poor' as const),
      })),
    ),
  );
}

/** After traps have reported again. */
export async function heardAgain(context: Emitting, { devices }: DomainEvents['device.online']): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT d.structure_id AS id FROM ${sql.raw(deviceFacts)} d
     WHERE d.id = ANY (${devices.map(({ id }) => id)}::integer[]) AND d.app = 'rodent' AND d.structure_id IS NOT NULL`.execute(
    context.tx,
  );
  if (rows.length > 0)
    await brighten(
      context,
      rows.map(({ id }) => id),
    );
}

/** Silent traps that were taken away or moved make a site bright as well. */
export const brightenSites = (kit: Kit): Promise<void> =>
  emittingAsSystem(kit, kit.db, (context) => brighten(context, null));
