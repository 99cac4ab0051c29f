import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { GivenVerdict } from '../../common/hit.ts';
import type { HitVerdictWord } from '../../common/hit-words.ts';
import type { TrapZone } from '../../common/trap.ts';
import { catchSeverity } from '../alarms/severities.ts';

/** A hit whose row is locked, with its newest verdict. */
export type LockedHit = {
  id: number;
  companyId: number;
  deviceId: number;
  structureId: number | null;
  kind: string;
  at: string;
  verdict: HitVerdictWord;
  presumed: boolean;
  zone: TrapZone;
  newest: (Omit<GivenVerdict, 'verdict'> & { verdict: HitVerdictWord }) | null;
};

/** Locks those of the hits that the transaction may see, in the order of their ids. */
export async function lockHits({ tx }: Pick<Emitting, 'tx'>, ids: readonly number[]): Promise<LockedHit[]> {
  const { rows } = await sql<LockedHit>`
    SELECT h.id, h.company_id, h.device_id, h.structure_id, h.kind, h.at, h.verdict, h.presumed, coalesce((SELECT t.zone FROM rodent_trap t WHERE t.id = h.device_id), 'interior') AS zone,
           (SELECT jsonb_strip_nulls(jsonb_build_object('verdict', v.verdict, 'species', v.species, 'count', v.count, 'cause', v.cause))
              FROM rodent_verdict v WHERE v.hit_id = h.id ORDER BY v.id DESC LIMIT 1) AS newest
      FROM rodent_hit h WHERE h.id = ANY (${ids}::integer[]) ORDER BY h.id FOR UPDATE OF h`.execute(tx);
  return rows;
}

/** Whether a verdict says nothing else than the newest one of a person: a repeated call adds no version. */
export const isKnown = ({ presumed, newest }: LockedHit, given: GivenVerdict): boolean =>
  !presumed &&
  newest !== null &&
  (['verdict', 'species', 'count', 'cause'] as const).every((field) => newest[field] === given[field]);

/** Adds the verdict of a person to hits, and brings their alarms up to date. */
export async function addVerdicts(
  context: Emitting,
  hits: readonly LockedHit[],
  given: GivenVerdict,
  visitId: number | null = null,
): Promise<void> {
  const { tx, actor } = context;
  const changed = hits.filter((hit) => !isKnown(hit, given));
  if (changed.length === 0) return;
  const { verdict, species = null, count = null, cause = null, reason = null } = given;
  const version = { verdict, species, count, cause, reason, visitId, byId: actor.scope.userId };
  await tx
    .insertInto('rodentVerdict')
    .values(changed.map(({ id: hitId, companyId }) => ({ hitId, companyId, ...version })))
    .execute();
  await tx
    .updateTable('rodentHit')
    .set({ verdict, presumed: false })
    .where(
      'id',
      'in',
      changed.map(({ id }) => id),
    )
    .execute();
  // Whether an animal that lives waits for somebody is looked at again; a visit has just seen to it.
  if (verdict === 'catch' && visitId === null) await lookAgain(context, changed);
  await changeAlarms(context, changed, verdict);
}

async function lookAgain({ tx }: Emitting, hits: readonly LockedHit[]): Promise<void> {
  await sql`
    UPDATE rodent_hit h SET due_at = now(), looks = greatest(h.looks, 1) FROM rodent_trap t
     WHERE t.id = h.device_id AND t.live_catch AND h.id = ANY (${hits.map(({ id }) => id)}::integer[]) AND h.at > now() - interval '1 day'
       AND NOT EXISTS (SELECT FROM rodent_visit_line l WHERE l.device_id = h.device_id AND l.at >= h.at AND l.finding NOT IN ('missing', 'inaccessible'))`.execute(
    tx,
  );
}

/** What is a catch raises its alarm; what is none ends those of its trap, unless another hit of it still waits for a verdict. */
async function changeAlarms(context: Emitting, hits: readonly LockedHit[], verdict: HitVerdictWord): Promise<void> {
  if (verdict === 'unverified') return;
  const { rows } = await sql<{ deviceId: number; kind: string }>`
    SELECT DISTINCT h.device_id, CASE h.verdict WHEN 'catch' THEN 'catch' ELSE 'activation' END AS kind FROM rodent_hit h
     WHERE h.device_id = ANY (${hits.map(({ deviceId }) => deviceId)}::integer[]) AND h.at > now() - interval '1 day'
       AND h.kind = 'activation' AND h.rearmed_at IS NULL AND h.verdict IN ('unverified', 'catch')`.execute(context.tx);
  const waiting = new Set(rows.map(({ deviceId, kind }) => `${deviceId} ${kind}`));
  const devices = [...new Set(hits.map(({ deviceId }) => deviceId))];
  const over = devices.flatMap((deviceId) =>
    ['activation', 'catch'].filter((kind) => !waiting.has(`${deviceId} ${kind}`)).map((kind) => ({ deviceId, kind })),
  );
  await clearAlarms(context, over);
  if (verdict !== 'catch') return;
  const caught = hits.filter((hit) => hit.verdict !== 'catch' && Date.parse(hit.at) > Date.now() - dayMs);
  await raiseAlarms(
    context,
    caught.map(({ deviceId, zone, at }) => ({
      deviceId,
      kind: 'catch',
      severity: catchSeverity[zone],
      at: Date.parse(at),
    })),
  );
}
