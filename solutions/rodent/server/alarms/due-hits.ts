import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { activeDevices, deviceFacts } from '#core/devices/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { HitKind, HitVerdictWord } from '../../common/hit-words.ts';
import type { TrapKind, TrapZone } from '../../common/trap.ts';
import { usualPolicy } from '../../common/visits/policy.ts';
import { aboutStructure } from './about-structure.ts';
import { activationSeverity, catchSeverity, type Severity } from './severities.ts';
import { raiseFromCounts } from './trap-counts.ts';

const atOnce = 500;

/** A hit whose alarms are looked at. */
export type LookedAt = {
  id: number;
  companyId: number;
  deviceId: number;
  structureId: number | null;
  kind: HitKind;
  at: string;
  fromAt: string | null;
  rearmedAt: string | null;
  verdict: HitVerdictWord;
  selfRearmed: boolean;
  mass: boolean;
  late: boolean;
  looks: number;
};
export type Trap = {
  deviceId: number;
  kind: TrapKind;
  zone: TrapZone;
  capacity: number | null;
  /** Within so many hours it is set again. */
  respondHours: number;
  /** Whether it catches alive, and within so many hours a catch is seen to. */
  liveCatch: boolean;
  checkHours: number;
  isActive: boolean;
};
export type Looked = LookedAt & { trap: Trap };

/** Raises the alarms of hits once nothing speaks against them any more, and again while their traps are not set. */
export const dueHits = dueBatch<LookedAt>(
  'alarms of hits',
  { table: 'rodent_hit', at: 'due_at' },
  atOnce,
  async (context, taken) => {
    const traps = await trapsOf(context, taken);
    const all = taken.flatMap((hit): Looked[] => {
      const trap = traps.get(hit.deviceId);
      return trap ? [{ ...hit, trap }] : [];
    });
    const raising = all.filter(mayRaise);
    const news = raising.filter(({ looks }) => looks === 0);
    await raiseMass(
      context,
      news.filter(({ mass }) => mass),
    );
    const single = news.filter(({ mass, kind }) => !mass && kind === 'activation');
    await raiseAlarms(context, single.map(alarmOf));
    await raiseAlarms(context, raising.filter(isLeftSprung).map(notRearmed));
    await raiseAlarms(context, raising.filter(isLeftAlive).map(catchWaiting));
    await clearAlarms(
      context,
      // It was set again before anybody looked.
      single.flatMap((hit) =>
        hit.rearmedAt === null ? [] : [{ deviceId: hit.deviceId, kind: kindOf(hit), at: Date.parse(hit.rearmedAt) }],
      ),
    );
    await raiseFromCounts(context, news);
    const later = all.map(({ id, trap, ...hit }) => ({ id, next: nextLook({ id, trap, ...hit }) }));
    await sql`
      UPDATE rodent_hit h SET looks = h.looks + 1, due_at = to_timestamp(n.at / 1000)
        FROM unnest(${taken.map(({ id }) => id)}::integer[]) AS t (id)
        LEFT JOIN unnest(${later.map(({ id }) => id)}::integer[], ${later.map(({ next }) => next)}::float8[]) AS n (id, at) ON n.id = t.id
       WHERE h.id = t.id`.execute(context.tx);
  },
);

/** A trap without a subscription keeps its hits, and raises nothing. */
const mayRaise = ({ trap, verdict }: Looked): boolean => trap.isActive && verdict !== 'service' && verdict !== 'false';

const staysSprung = ({ trap, kind, rearmedAt, fromAt }: Looked): boolean =>
  kind === 'activation' &&
  fromAt === null &&
  rearmedAt === null &&
  !trap.liveCatch &&
  (trap.kind === 'snap' || trap.kind === 'electronic');

const isLeftSprung = (hit: Looked): boolean => hit.looks > 0 && staysSprung(hit);

/** An animal that lives is in the trap, until somebody has looked at it. */
const isAlive = ({ trap, kind, verdict }: Looked): boolean =>
  trap.liveCatch && kind === 'activation' && verdict === 'catch';

const isLeftAlive = (hit: Looked): boolean =>
  isAlive(hit) && Date.parse(hit.at) + hit.trap.checkHours * hourMs <= Date.now();

/** A trap that nobody sets again is looked at when the time for that is over, and once more when it is over twice. */
const nextLook = (hit: Looked): number | null => {
  if (!mayRaise(hit)) return null;
  const at = Date.parse(hit.at);
  if (isAlive(hit)) return isLeftAlive(hit) ? null : at + hit.trap.checkHours * hourMs;
  return hit.looks < 2 && staysSprung(hit) ? at + (hit.looks + 1) * hit.trap.respondHours * hourMs : null;
};

/** What is known late, or only by its counter, is never grave. */
export const atMostPoor = (severity: Severity, { late, fromAt }: Pick<LookedAt, 'late' | 'fromAt'>): Severity =>
  severity === 'problem' && (late || fromAt !== null) ? 'poor' : severity;

const kindOf = ({ verdict }: Looked) => (verdict === 'catch' ? 'catch' : 'activation');

function alarmOf(hit: Looked) {
  const { deviceId, trap, at, late, fromAt } = hit;
  const kind = kindOf(hit);
  const severity = (kind === 'catch' ? catchSeverity : activationSeverity)[trap.zone];
  const data = { ...(late ? { late } : {}), ...(fromAt === null ? {} : { since: fromAt }) };
  return { deviceId, kind, severity: atMostPoor(severity, hit), at: Date.parse(at), data };
}

const notRearmed = ({ deviceId, looks, trap, at }: Looked) => ({
  deviceId,
  kind: 'not-rearmed',
  severity: looks > 1 ? ('poor' as const) : ('ok' as const),
  data: { since: at, hours: trap.respondHours },
});

const catchWaiting = ({ deviceId, trap, at }: Looked) => ({
  deviceId,
  kind: 'catch-waiting',
  severity: 'problem' as const,
  data: { since: at, hours: trap.checkHours },
});

/** One alarm about the structure in place of one for each trap. */
async function raiseMass(context: Emitting, hits: readonly Looked[]): Promise<void> {
  const bySite = Map.groupBy(hits, ({ structureId }) => structureId);
  const sites = await structureSummaries(
    context.tx,
    [...bySite.keys()].filter((id) => id !== null),
  );
  await raiseAlarms(
    context,
    sites.flatMap(({ id, name }) => {
      const [first, ...others] = bySite.get(id) ?? [];
      if (!first) return [];
      const all = [first, ...others];
      return [
        {
          ...aboutStructure(first.companyId, id),
          kind: 'mass-activation',
          severity: 'poor' as const,
          name,
          structureId: id,
          devices: [...new Set(all.map(({ deviceId }) => deviceId))],
          hits: all.length,
          at: Math.min(...all.map(({ at }) => Date.parse(at))),
        },
      ];
    }),
  );
}

async function trapsOf({ tx }: Pick<Emitting, 'tx'>, hits: readonly LookedAt[]): Promise<Map<number, Trap>> {
  const { rows } = await sql<Trap>`
    SELECT d.id AS device_id, coalesce(t.kind, 'snap') AS kind, coalesce(t.zone, 'interior') AS zone, t.capacity,
           coalesce((SELECT (p.respond_h ->> coalesce(t.zone, 'interior'))::float8 FROM rodent_policy p WHERE p.id = d.structure_id), (${JSON.stringify(usualPolicy.respondH)}::jsonb ->> coalesce(t.zone, 'interior'))::float8) AS respond_hours,
           coalesce(t.live_catch, false) AS live_catch, coalesce((SELECT p.check_live_catch_h FROM rodent_policy p WHERE p.id = d.structure_id), ${usualPolicy.checkLiveCatchH}::integer)::float8 AS check_hours,
           EXISTS (SELECT FROM ${sql.raw(activeDevices)} a WHERE a.id = d.id) AS is_active
      FROM ${sql.raw(deviceFacts)} d LEFT JOIN rodent_trap t ON t.id = d.id
     WHERE d.id = ANY (${hits.map(({ deviceId }) => deviceId)}::integer[]) AND d.state = 'installed'`.execute(tx);
  return new Map(rows.map((trap) => [trap.deviceId, trap]));
}
