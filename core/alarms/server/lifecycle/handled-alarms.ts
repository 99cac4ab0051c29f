import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Alarm } from '../../common/alarm.ts';
import type { PartyView } from '../../common/party.ts';
import { classOf } from '../raising/alarm-classes.ts';

/** What a person did with an alarm; `byCompany`: the further company as which that person acted. */
export type HandledStep = {
  at: string;
  actorId: number;
  byCompany: number | null;
  action: string;
  text?: string | undefined;
  data?: object | undefined;
};
/** An alarm of the past about a subject of an app, which people have closed. */
export type HandledAlarm = {
  companyId: number;
  subject: { type: string; id: number };
  name: string;
  structureId: number;
  deviceId: number;
  kind: string;
  severity: Alarm['severity'];
  rank: number;
  from: string;
  hits: number;
  clearedAt: string | null;
  /** In their order. The last one has closed it. */
  steps: readonly [...HandledStep[], HandledStep];
  closed: 'terminated' | 'rejected';
  outcome: object;
  /** Its further companies. */
  parties: readonly { companyId: number; role: string; view: PartyView }[];
  /** The one of them that has closed it; null: the owner. */
  desk: number | null;
};

/** Adds alarms of the past for demo data, with their timelines, and returns their ids in the same order. They notify nobody. */
export async function addHandledAlarms(
  { tx, kit }: Pick<Emitting, 'tx' | 'kit'>,
  app: string,
  handled: readonly HandledAlarm[],
): Promise<number[]> {
  if (handled.length === 0) return [];
  const rows = handled.map(({ steps, parties, ...alarm }, n) => {
    const takenBy = (company: number | null) =>
      steps.find(({ action, byCompany }) => action === 'acknowledged' && byCompany === company);
    return {
      ...{ ...alarm, n, steps, taken: takenBy(null), class: classOf(kit, app, alarm.kind), closedAt: steps.at(-1)?.at },
      parties: parties.map((party) => ({ ...party, taken: takenBy(party.companyId) })),
    };
  });
  const { rows: added } = await sql<{ id: number }>`
    WITH past AS (
      SELECT r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
             n integer, "companyId" integer, subject jsonb, name text, "structureId" integer, "deviceId" integer, kind text, class text, severity text, rank smallint,
             "from" timestamptz, hits integer, "clearedAt" timestamptz, "closedAt" timestamptz, closed text, outcome jsonb, desk integer, parties jsonb, taken jsonb, steps jsonb)),
    added AS (
      INSERT INTO alarm (company_id, app, class, kind, severity, rank, subject_type, subject_id, subject_name, structure_id, condition, disposition, count,
                         acknowledged_at, acknowledged_by, first_at, last_at, cleared_at, closed_at, outcome, desk_company_id, shared, search, created_at)
      SELECT "companyId", ${app}, class, kind, severity::alarm_severity, rank, subject ->> 'type', (subject ->> 'id')::integer, name, "structureId",
             CASE WHEN "clearedAt" IS NULL THEN 'active' ELSE 'cleared' END, closed, hits, (taken ->> 'at')::timestamptz, (taken ->> 'actorId')::integer,
             "from", coalesce("clearedAt", "from"), "clearedAt", "closedAt", outcome, desk, parties <> '[]', rasid_fold(concat_ws(' ', name, kind)), "from"
        FROM past ORDER BY n RETURNING *),
    known AS (SELECT a.id, p.* FROM added a JOIN past p ON p.subject ->> 'type' = a.subject_type AND (p.subject ->> 'id')::integer = a.subject_id AND p.kind = a.kind AND p."from" = a.first_at),
    shown AS (INSERT INTO alarm_device (alarm_id, device_id, company_id) SELECT id, "deviceId", "companyId" FROM known),
    joined AS (
      INSERT INTO alarm_party (alarm_id, company_id, owner_id, role, view, from_at, acknowledged_at, acknowledged_by, search)
      SELECT k.id, (p.party ->> 'companyId')::integer, k."companyId", p.party ->> 'role', p.party -> 'view', k."from", (p.party -> 'taken' ->> 'at')::timestamptz,
             (p.party -> 'taken' ->> 'actorId')::integer, rasid_fold(concat_ws(' ', k.name, k.kind))
        FROM known k, LATERAL jsonb_array_elements(k.parties) AS p (party)),
    logged AS (
      INSERT INTO alarm_event (alarm_id, company_id, at, actor_id, by_company, action, text, data, created_at)
      SELECT k.id, k."companyId", e.at, e.actor, e.by_company, e.action, e.text, e.data, e.at
        FROM known k, LATERAL (
          SELECT k."from" AS at, NULL::integer AS actor, NULL::integer AS by_company, 'raised' AS action, NULL::text AS text, jsonb_build_object('severity', k.severity) AS data, 0 AS n
           UNION ALL
          SELECT (s.step ->> 'at')::timestamptz, (s.step ->> 'actorId')::integer, (s.step ->> 'byCompany')::integer, s.step ->> 'action', s.step ->> 'text', coalesce(s.step -> 'data', '{}'), s.n
            FROM jsonb_array_elements(k.steps) WITH ORDINALITY AS s (step, n)
           UNION ALL
          SELECT k."clearedAt", NULL, NULL, 'cleared', NULL, '{}', 0 WHERE k."clearedAt" IS NOT NULL) e
       ORDER BY k.n, e.at, e.n)
    SELECT id FROM known ORDER BY n`.execute(tx);
  return added.map(({ id }) => id);
}
