import type pg from 'pg';
import { deviceFacts, lastSeenByDevice, markOffline } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { isOpen, type WeekSchedule } from '#platform/common/week-schedule.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { forgottenDevices } from './device-uninstalled.ts';
import { type AlarmChange, announce, type Hit, raiseAlarms } from './raise.ts';
import { type NamedSchedule, withHours } from './rule-schedules.ts';

const everyMs = 1000;
const silenceRulesEveryMs = 15_000;

/** Alarms that no message brings: durations that are over and devices that fell silent. Due times stand in the database. */
export function startSweeps(kit: Kit): Stop {
  const stops = [
    repeat(kit, everyMs, 'raising due alarms failed', () => sweep(kit, (client) => dueTimers(kit, client))),
    repeat(kit, everyMs, 'looking for silent devices failed', () => sweep(kit, (client) => silentDevices(kit, client))),
    repeat(kit, silenceRulesEveryMs, 'judging silence failed', () => sweep(kit, silenceRules)),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}

/** What a sweep found; `after` tells of it once it is committed. */
type Found = { hits: Hit[]; after?: () => void };

async function sweep(kit: Kit, find: (client: pg.PoolClient) => Promise<Found>): Promise<void> {
  const client = await kit.pool.connect();
  let raised: AlarmChange[] = [];
  let found: Found;
  try {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    found = await find(client);
    raised = await raiseAlarms(client, found.hits);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(error as Error);
    throw error;
  }
  found.after?.();
  announce(kit, raised, 'raised');
}

type Hours = { scheduleId: number | null; schedule: WeekSchedule | null };

/** Parts rules, or what is about them, by whether the rule watches now. Each schedule is read once. */
async function byHours<Of extends Hours>(client: pg.PoolClient, rules: Of[]): Promise<{ open: Of[]; closed: Of[] }> {
  const ids = [...new Set(rules.flatMap(({ scheduleId }) => scheduleId ?? []))];
  const named = new Map<number, WeekSchedule>();
  if (ids.length > 0) {
    const found = await client.query<NamedSchedule>(
      `SELECT id, hours FROM ${weekSchedules} s WHERE id = ANY ($1::integer[])`,
      [ids],
    );
    for (const { id, hours } of found.rows) named.set(id, hours);
  }
  const now = Date.now();
  const { open = [], closed = [] } = Object.groupBy(withHours(rules, named), ({ schedule }) =>
    schedule === null || isOpen(schedule, now) ? 'open' : 'closed',
  );
  return { open, closed };
}

type TimerRow = Omit<Hit, 'hits' | 'deviceId' | 'ruleId'> & Hours & { device_id: number; rule_id: number };

/** Takes the timers that are due; several workers share them. One that ends outside the hours of its rule raises nothing. */
async function dueTimers(kit: Kit, client: pg.PoolClient): Promise<Found> {
  const due = await client.query<TimerRow>({
    name: 'alarm-timers-due',
    text: `WITH due AS (SELECT device_id, rule_id FROM alarm_timer WHERE due_at <= now() ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED),
                taken AS (DELETE FROM alarm_timer t USING due WHERE t.device_id = due.device_id AND t.rule_id = due.rule_id RETURNING t.*)
           SELECT taken.device_id, taken.rule_id, r.kind, r.class, r.severity, r.schedule_id AS "scheduleId", r.schedule, taken.sensor, taken.value,
                  (extract(epoch FROM least(now(), coalesce(taken.since + (r.trigger ->> 'seconds')::integer * interval '1 second', taken.due_at))) * 1000)::bigint AS at
             FROM taken JOIN alarm_rule r ON r.id = taken.rule_id AND r.enabled`,
  });
  const { open, closed } = await byHours(client, due.rows);
  return {
    hits: open.map(({ device_id: deviceId, rule_id: ruleId, schedule: _, scheduleId: __, ...rest }) => ({
      ...rest,
      deviceId,
      ruleId,
      hits: 1,
    })),
    // The timer begins anew with the first message within the hours.
    after: () => {
      for (const { device_id: id } of closed)
        kit.live.publish({ topic: forgottenDevices, type: 'forgotten', companyId: null, data: { id } });
    },
  };
}

async function silentDevices(kit: Kit, client: pg.PoolClient): Promise<Found> {
  const silent = await markOffline(client);
  const hits = silent.map(
    ({ id }): Hit => ({
      deviceId: id,
      kind: 'offline',
      class: 'status',
      severity: 'problem',
      ruleId: null,
      hits: 1,
      at: Date.now(),
      sensor: null,
      value: null,
    }),
  );
  return {
    hits,
    after: () => {
      for (const { id, companyId } of silent)
        kit.live.publish({ topic: 'devices', type: 'offline', companyId, data: { id } });
    },
  };
}

type SilenceRow = Pick<Hit, 'kind' | 'class' | 'severity'> & { device_id: number; rule_id: number };

/** Devices that have said nothing for as long as a no-data rule allows, within its hours, and have no such alarm yet. */
async function silenceRules(client: pg.PoolClient): Promise<Found> {
  const rules = await client.query<Hours & { id: number }>(
    `SELECT id, schedule_id AS "scheduleId", schedule FROM alarm_rule WHERE enabled AND trigger ->> 'type' = 'no-data'`,
  );
  const open = (await byHours(client, rules.rows)).open.map(({ id }) => id);
  if (open.length === 0) return { hits: [] };
  const found = await client.query<SilenceRow>({
    name: 'alarm-silence',
    text: `SELECT d.id AS device_id, r.id AS rule_id, r.kind, r.class, r.severity
             FROM alarm_rule r
             JOIN ${deviceFacts} d ON d.company_id = r.company_id AND d.app = r.app AND d.state = 'installed'
              AND (r.solution_id IS NULL OR r.solution_id = d.solution_id) AND (r.hardware_id IS NULL OR r.hardware_id = d.hardware_id)
              AND (r.structure_id IS NULL OR r.structure_id = d.structure_id) AND (r.device_id IS NULL OR r.device_id = d.id)
             JOIN ${lastSeenByDevice} s ON s.device_id = d.id AND s.last_message_at < now() - (r.trigger ->> 'seconds')::integer * interval '1 second'
            WHERE r.enabled AND r.trigger ->> 'type' = 'no-data' AND r.id = ANY ($1::integer[])
              AND NOT EXISTS (SELECT FROM alarm a WHERE a.device_id = d.id AND a.kind = r.kind AND a.disposition IN ('open', 'escalated'))
            LIMIT 1000`,
    values: [open],
  });
  return {
    hits: found.rows.map(({ device_id: deviceId, rule_id: ruleId, ...rest }) => ({
      ...rest,
      deviceId,
      ruleId,
      hits: 1,
      at: Date.now(),
      sensor: null,
      value: null,
    })),
  };
}
