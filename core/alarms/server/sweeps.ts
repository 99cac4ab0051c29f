import type pg from 'pg';
import { deviceFacts, lastSeenByDevice, markOffline } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { isOpen, type WeekSchedule } from '#platform/common/week-schedule.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { resetDevicesTopic } from './device-uninstalled.ts';
import { type AlarmChange, type Hit, publishChanges, raiseAlarms } from './raise.ts';
import { type NamedSchedule, withHours } from './rule-schedules.ts';

const intervalMs = 1000;
const noDataIntervalMs = 15_000;

/** Raises alarms that need no message: elapsed durations, offline devices and missing data. Due times are in the database. */
export function startSweeps(kit: Kit): Stop {
  const stops = [
    repeat(kit, intervalMs, 'raising due alarms failed', () => sweep(kit, (client) => dueTimers(kit, client))),
    repeat(kit, intervalMs, 'marking devices offline failed', () =>
      sweep(kit, (client) => offlineDevices(kit, client)),
    ),
    repeat(kit, noDataIntervalMs, 'evaluating no-data rules failed', () => sweep(kit, noDataDevices)),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}

/** The hits of a sweep, and what runs after its commit. */
type SweepResult = { hits: Hit[]; afterCommit?: () => void };

async function sweep(kit: Kit, find: (client: pg.PoolClient) => Promise<SweepResult>): Promise<void> {
  const client = await kit.pool.connect();
  let raised: AlarmChange[] = [];
  let result: SweepResult;
  try {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    result = await find(client);
    raised = await raiseAlarms(client, result.hits);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(error as Error);
    throw error;
  }
  result.afterCommit?.();
  publishChanges(kit, raised, 'raised');
}

type RuleHours = { scheduleId: number | null; schedule: WeekSchedule | null };

/** Splits rules, or records with their rule's hours, by whether the hours are open now. */
async function splitByHours<WithHours extends RuleHours>(
  client: pg.PoolClient,
  rules: WithHours[],
): Promise<{ open: WithHours[]; closed: WithHours[] }> {
  const ids = [...new Set(rules.flatMap(({ scheduleId }) => scheduleId ?? []))];
  const schedules = new Map<number, WeekSchedule>();
  if (ids.length > 0) {
    const result = await client.query<NamedSchedule>(
      `SELECT id, hours FROM ${weekSchedules} s WHERE id = ANY ($1::integer[])`,
      [ids],
    );
    for (const { id, hours } of result.rows) schedules.set(id, hours);
  }
  const now = Date.now();
  const { open = [], closed = [] } = Object.groupBy(withHours(rules, schedules), ({ schedule }) =>
    schedule === null || isOpen(schedule, now) ? 'open' : 'closed',
  );
  return { open, closed };
}

type TimerRow = Omit<Hit, 'hits' | 'deviceId' | 'ruleId'> & RuleHours & { device_id: number; rule_id: number };

/** Takes due timers; several workers share them. A timer that ends outside the hours of its rule raises no alarm. */
async function dueTimers(kit: Kit, client: pg.PoolClient): Promise<SweepResult> {
  const due = await client.query<TimerRow>({
    name: 'alarm-timers-due',
    text: `WITH due AS (SELECT device_id, rule_id FROM alarm_timer WHERE due_at <= now() ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED),
                taken AS (DELETE FROM alarm_timer t USING due WHERE t.device_id = due.device_id AND t.rule_id = due.rule_id RETURNING t.*)
           SELECT taken.device_id, taken.rule_id, r.kind, r.class, r.severity, r.schedule_id AS "scheduleId", r.schedule, taken.sensor, taken.value,
                  (extract(epoch FROM least(now(), coalesce(taken.since + (r.trigger ->> 'seconds')::integer * interval '1 second', taken.due_at))) * 1000)::bigint AS at
             FROM taken JOIN alarm_rule r ON r.id = taken.rule_id AND r.enabled`,
  });
  const { open, closed } = await splitByHours(client, due.rows);
  return {
    hits: open.map(({ device_id: deviceId, rule_id: ruleId, schedule: _, scheduleId: __, ...rest }) => ({
      ...rest,
      deviceId,
      ruleId,
      hits: 1,
    })),
    // The timer restarts with the first message within the hours.
    afterCommit: () => {
      for (const { device_id: id } of closed)
        kit.live.publish({ topic: resetDevicesTopic, type: 'reset', companyId: null, data: { id } });
    },
  };
}

async function offlineDevices(kit: Kit, client: pg.PoolClient): Promise<SweepResult> {
  const offline = await markOffline(client);
  const hits = offline.map(
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
    afterCommit: () => {
      for (const { id, companyId } of offline)
        kit.live.publish({ topic: 'devices', type: 'offline', companyId, data: { id } });
    },
  };
}

type NoDataRow = Pick<Hit, 'kind' | 'class' | 'severity'> & { device_id: number; rule_id: number };

/** Devices without messages for the duration of a no-data rule, within its hours and without an open alarm of its kind. */
async function noDataDevices(client: pg.PoolClient): Promise<SweepResult> {
  const rules = await client.query<RuleHours & { id: number }>(
    `SELECT id, schedule_id AS "scheduleId", schedule FROM alarm_rule WHERE enabled AND trigger ->> 'type' = 'no-data'`,
  );
  const open = (await splitByHours(client, rules.rows)).open.map(({ id }) => id);
  if (open.length === 0) return { hits: [] };
  const result = await client.query<NoDataRow>({
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
    hits: result.rows.map(({ device_id: deviceId, rule_id: ruleId, ...rest }) => ({
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
