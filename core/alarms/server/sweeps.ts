import type pg from 'pg';
import { deviceFacts, lastHeard, takeSilent } from '#core/devices/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { repeat } from '#platform/server/repeat.ts';
import { type AlarmChange, announce, type Hit, raiseAlarms } from './raise.ts';

const everyMs = 1000;
const silenceRulesEveryMs = 15_000;

/** Alarms that no message brings: durations that are over and devices that fell silent. Due times stand in the database. */
export function startSweeps(kit: Kit): Stop {
  const stops = [
    repeat(kit, everyMs, 'raising due alarms failed', () => sweep(kit, dueTimers)),
    repeat(kit, everyMs, 'looking for silent devices failed', () => sweep(kit, (client) => silentDevices(kit, client))),
    repeat(kit, silenceRulesEveryMs, 'judging silence failed', () => sweep(kit, silenceRules)),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}

async function sweep(kit: Kit, find: (client: pg.PoolClient) => Promise<Hit[]>): Promise<void> {
  const client = await kit.pool.connect();
  let raised: AlarmChange[] = [];
  try {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    raised = await raiseAlarms(client, await find(client));
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(error as Error);
    throw error;
  }
  announce(kit, raised, 'raised');
}

type TimerRow = Omit<Hit, 'hits' | 'deviceId' | 'ruleId'> & { device_id: number; rule_id: number };

/** Takes the timers that are due; several workers share them. */
async function dueTimers(client: pg.PoolClient): Promise<Hit[]> {
  const due = await client.query<TimerRow>({
    name: 'alarm-timers-due',
    text: `WITH due AS (SELECT device_id, rule_id FROM alarm_timer WHERE due_at <= now() ORDER BY due_at LIMIT 1000 FOR UPDATE SKIP LOCKED),
                taken AS (DELETE FROM alarm_timer t USING due WHERE t.device_id = due.device_id AND t.rule_id = due.rule_id RETURNING t.*)
           SELECT taken.device_id, taken.rule_id, r.kind, r.class, r.severity, taken.sensor, taken.value, (extract(epoch FROM taken.due_at) * 1000)::bigint AS at
             FROM taken JOIN alarm_rule r ON r.id = taken.rule_id AND r.enabled`,
  });
  return due.rows.map(({ device_id, rule_id, ...rest }) => ({
    ...rest,
    deviceId: device_id,
    ruleId: rule_id,
    hits: 1,
  }));
}

async function silentDevices(kit: Kit, client: pg.PoolClient): Promise<Hit[]> {
  const silent = await takeSilent(client);
  for (const { id, companyId } of silent)
    kit.live.publish({ topic: 'devices', type: 'offline', companyId, data: { id } });
  return silent.map(({ id }) => ({
    deviceId: id,
    kind: 'offline',
    class: 'status',
    severity: 'problem',
    ruleId: null,
    hits: 1,
    at: Date.now(),
    sensor: null,
    value: null,
  }));
}

type SilenceRow = Pick<Hit, 'kind' | 'class' | 'severity'> & { device_id: number; rule_id: number };

/** Devices that have said nothing for as long as a no-data rule allows, and have no such alarm yet. */
async function silenceRules(client: pg.PoolClient): Promise<Hit[]> {
  const found = await client.query<SilenceRow>({
    name: 'alarm-silence',
    text: `SELECT d.id AS device_id, r.id AS rule_id, r.kind, r.class, r.severity
             FROM alarm_rule r
             JOIN ${deviceFacts} d ON d.company_id = r.company_id AND d.app = r.app AND d.state = 'installed'
              AND (r.solution_id IS NULL OR r.solution_id = d.solution_id) AND (r.hardware_id IS NULL OR r.hardware_id = d.hardware_id)
              AND (r.structure_id IS NULL OR r.structure_id = d.structure_id) AND (r.device_id IS NULL OR r.device_id = d.id)
             JOIN ${lastHeard} s ON s.device_id = d.id AND s.last_message_at < now() - (r.trigger ->> 'seconds')::integer * interval '1 second'
            WHERE r.enabled AND r.trigger ->> 'type' = 'no-data'
              AND NOT EXISTS (SELECT FROM alarm a WHERE a.device_id = d.id AND a.kind = r.kind AND a.disposition IN ('open', 'escalated'))
            LIMIT 1000`,
  });
  return found.rows.map(({ device_id, rule_id, ...rest }) => ({
    ...rest,
    deviceId: device_id,
    ruleId: rule_id,
    hits: 1,
    at: Date.now(),
    sensor: null,
    value: null,
  }));
}
