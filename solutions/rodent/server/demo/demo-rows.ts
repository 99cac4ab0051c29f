import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { NewLine } from '../../common/visits/visit-line.ts';
import type { DemoHit } from './demo-hits.ts';
import { type DemoTrap, heardUntil } from './demo-traps.ts';
import type { DemoVisit } from './demo-visits.ts';

export type Findings = NewLine['finding'];
type Of = { companyId: number; technicianId: number; providerId: number; now: number };

/** A visit is signed so long after its end. */
export const signMs = 6 * 60_000;
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
/** A trap of the mall was without a signal for nine days in the summer. */
const gap = { number: 5, fromDaysAgo: 140, days: 9 };

/** When the traps were heard: since before the history, but for the silent ones and a gap. */
export async function addHeard(tx: Tx, traps: readonly DemoTrap[], now: number): Promise<void> {
  const from = now - 395 * dayMs;
  const last = traps.at(-1)?.structureId;
  const spans = traps.flatMap((trap) => {
    const until = heardUntil(trap, now);
    if (trap.number !== gap.number || trap.structureId !== last) return [{ deviceId: trap.id, from, to: until }];
    const lost = now - gap.fromDaysAgo * dayMs;
    return [
      { deviceId: trap.id, from, to: lost },
      { deviceId: trap.id, from: lost + gap.days * dayMs, to: until },
    ];
  });
  await tx
    .insertInto('rodentHeard')
    .values(
      spans.map(({ deviceId, from: begin, to }) => ({
        deviceId,
        fromAt: new Date(begin).toISOString(),
        toAt: new Date(to).toISOString(),
      })),
    )
    .execute();
}

/** The visits with their lines and steps. Returns their ids in the same order. */
export async function addVisits(
  tx: Tx,
  visits: readonly DemoVisit[],
  { companyId, technicianId, providerId }: Of,
): Promise<number[]> {
  const added = await tx
    .insertInto('rodentVisit')
    .values(
      visits.map(({ structureId, number, state, plannedAt, startedAt, endedAt, missedAt, signedBy }) => ({
        companyId,
        structureId,
        number,
        kind: 'planned' as const,
        state,
        plannedAt: new Date(plannedAt).toISOString(),
        technicianId,
        providerId,
        startedAt: iso(startedAt),
        endedAt: iso(endedAt),
        missedAt: iso(missedAt),
        signedBy,
      })),
    )
    .returning(['id', 'number'])
    .execute();
  const idOf = new Map(added.map(({ id, number }) => [number, id]));
  const ids = visits.map(({ number }) => idOf.get(number) as number);
  const lines = visits.flatMap((visit, n) =>
    visit.lines.map(({ trap, at, ...line }) => ({ ...line, visitId: ids[n], deviceId: trap.id, at: iso(at) })),
  );
  await sql`
    INSERT INTO rodent_visit_line (company_id, visit_id, device_id, client_id, at, received_at, finding, count, species, actions, reason, photos, gone, user_id)
    SELECT ${companyId}, n."visitId", n."deviceId", n."clientId", n.at, n.at + interval '3 seconds', n.finding, n.count, n.species, n.actions, n.reason, '{}', false, ${technicianId}
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
           AS n ("visitId" integer, "deviceId" integer, "clientId" uuid, at timestamptz, finding text, count smallint, species text, actions text[], reason text)`.execute(
    tx,
  );
  const steps = visits.flatMap(({ startedAt, endedAt }, n) => [
    ...(startedAt === null ? [] : [[ids[n], startedAt, 'start', 'planned', 'in-progress']]),
    ...(endedAt === null
      ? []
      : [
          [ids[n], endedAt, 'finish', 'in-progress', 'done'],
          [ids[n], endedAt + signMs, 'sign', 'done', 'signed'],
        ]),
  ]);
  await sql`
    INSERT INTO rodent_visit_step (subject_id, at, step, state_before, state_after, user_id)
    SELECT (s ->> 0)::integer, to_timestamp((s ->> 1)::float8 / 1000), s ->> 2, s ->> 3, s ->> 4, ${technicianId}
      FROM jsonb_array_elements(${JSON.stringify(steps)}::jsonb) s`.execute(tx);
  return ids;
}

/** The hits with the verdicts of people on them. */
export async function addHits(tx: Tx, hits: readonly DemoHit[], { companyId, technicianId }: Of): Promise<void> {
  const rows = hits.map(({ trap, at, rearmedAt, ...hit }, n) => ({
    ...hit,
    n,
    deviceId: trap.id,
    structureId: trap.structureId,
    floorId: trap.floorId,
    spaceId: trap.spaceId,
    at: iso(at),
    rearmedAt: iso(rearmedAt),
    temperature: trap.zone === 'interior-food' ? 4 : 31,
  }));
  await sql`
    WITH n AS MATERIALIZED (
           SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                    AS n (n integer, "deviceId" integer, "structureId" integer, "floorId" integer, "spaceId" integer, at timestamptz, "rearmedAt" timestamptz, counter integer,
                          body boolean, mass boolean, verdict text, cause text, count smallint, species text, temperature float8)),
         h AS (INSERT INTO rodent_hit (company_id, device_id, structure_id, floor_id, space_id, kind, at, until_at, counter_from, counter_to, body, temperature, rearmed_at,
                                       mass, received_at, verdict, presumed)
               SELECT ${companyId}, n."deviceId", n."structureId", n."floorId", n."spaceId", 'activation', n.at, n.at, n.counter, n.counter, n.body, n.temperature,
                      n."rearmedAt", n.mass, n.at + interval '2 seconds', n.verdict, false FROM n ORDER BY n.n
               RETURNING id, device_id, counter_from)
    INSERT INTO rodent_verdict (company_id, hit_id, at, verdict, species, count, cause, by_id)
    SELECT ${companyId}, h.id, n."rearmedAt", n.verdict, n.species, n.count, n.cause, ${technicianId}
      FROM h JOIN n ON n."deviceId" = h.device_id AND n.counter = h.counter_from`.execute(tx);
}

const recommendations = [
  { text: 'Seal the gap under dock door 3', severity: 'problem', dueDays: 14, done: true },
  { text: 'نقل حاويات النفايات بعيداً عن الجدار الشمالي', severity: 'poor', dueDays: 21, done: true },
  { text: 'Replace the brush strip of the cold store door', severity: 'poor', dueDays: 10, done: false },
  { text: 'إغلاق فتحة الأنابيب خلف المطبخ 4', severity: 'problem', dueDays: 45, done: false },
] as const;

/** What the visits have used and recommended, of which one is overdue and one is still to be done. */
export async function addRecords(
  tx: Tx,
  visits: readonly (DemoVisit & { id: number })[],
  { companyId, technicianId, ownerId }: Of & { ownerId: number },
): Promise<void> {
  const signed = visits.filter(({ state }) => state === 'signed');
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  await tx
    .insertInto('rodentMaterial')
    .values(
      signed.map(({ id, startedAt }, n) => ({
        companyId,
        visitId: id,
        clientId: randomUUID(),
        at: new Date((startedAt ?? 0) + 20 * 60_000).toISOString(),
        product: n % 2 === 0 ? 'Peanut attractant paste' : 'معجون جاذب بالبندق',
        registration: 'AE-PC-4471',
        batch: `L${2600 + n}`,
        amount: 120 + (n % 4) * 15,
        unit: 'g' as const,
        toxic: false,
        userId: technicianId,
      })),
    )
    .execute();
  const chosen = [signed.at(-17), signed.at(-12), signed.at(-3), signed.at(-1)];
  await tx
    .insertInto('rodentRecommendation')
    .values(
      recommendations.flatMap(({ text, severity, dueDays, done }, n) => {
        const visit = chosen[n];
        if (!visit) return [];
        const due = (visit.endedAt ?? 0) + dueDays * dayMs;
        return [
          {
            companyId,
            visitId: visit.id,
            clientId: randomUUID(),
            text,
            severity,
            dueOn: dayOf(due),
            ownerId,
            state: done ? ('done' as const) : ('open' as const),
            overdueAt: done ? null : new Date(due).toISOString(),
          },
        ];
      }),
    )
    .execute();
}
