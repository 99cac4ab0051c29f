import { sql } from 'kysely';
import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import { addPastAlarms, type PastAlarm } from '#core/alarms/server/api.ts';
import { deviceFacts, sensorRegistry } from '#core/devices/server/api.ts';
import { addEpisodes, type Episode } from '#core/telemetry/server/api.ts';
import { dayMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { callForHelp, type DemoSpan, overstay, pastDays } from './demo-days.ts';

/**
 * How many days of the history each model has: the doors of rooms have a reading every ten minutes only in the last
 * two.
 */
const daysOf: Readonly<Record<number, number>> = { 1301: 2, 1601: 40, 2001: 40 };
/** The number of recent days on which people have handled the resulting alarms. */
const alarmDays = 5;
const overstayMinutes = 4 * 60;

type Device = { id: number; hardwareId: number; serial: string; companyId: number };
type History = { episodes: Episode[]; alarms: PastAlarm[] };

/** What happened on each day in slots, to guards and in cold rooms, with the resulting alarms. */
export async function addDemoDays(kit: Kit): Promise<void> {
  const longest = kit.settings.demoHistoryDays ?? Number.POSITIVE_INFINITY;
  if (longest === 0) return;
  await inSystem(kit.db, async (tx) => {
    const devices = await sql<Device>`
      SELECT d.id, d.hardware_id, d.serial, d.company_id FROM ${sql.raw(deviceFacts)} d
       WHERE d.app = 'metrowatch' AND d.state = 'installed' AND d.hardware_id = ANY (${Object.keys(daysOf).map(Number)}::integer[])`.execute(
      tx,
    );
    const handledBy = await handlersOf(tx);
    const { named } = sensorRegistry(kit.apps);
    const now = Date.now();
    const history: History = { episodes: [], alarms: [] };
    for (const device of devices.rows) {
      const { id, hardwareId, serial, companyId } = device;
      const from = now - Math.min(longest, daysOf[hardwareId] ?? 0) * dayMs;
      for (const span of pastDays(hardwareId, serial, from, now)) {
        const sensor = named('metrowatch', span.key)?.id ?? 0;
        const until = span.from + span.minutes * minuteMs;
        const state = { device: id, sensor, isState: true } as const;
        history.episodes.push({
          ...state,
          from: new Date(span.from).toISOString(),
          minutes: span.minutes - 1,
          value: 1,
        });
        history.episodes.push({ ...state, from: new Date(until).toISOString(), minutes: 0, value: 0 });
        const alarm = until > now - alarmDays * dayMs ? alarmOf(span) : undefined;
        if (alarm) history.alarms.push({ ...alarm, deviceId: id, ...handledBy(companyId) });
      }
    }
    await addEpisodes(tx, history.episodes);
    await addPastAlarms({ tx, kit }, 'metrowatch', history.alarms);
  });
}

type Raised = Omit<PastAlarm, 'deviceId' | 'handledBy' | 'comment' | 'falseAlarm'>;

function alarmOf({ key, from, minutes }: DemoSpan): Raised | undefined {
  const limit = { sensor: key, operator: '=', value: true } as const;
  if (key === 'sos' && minutes === callForHelp[1])
    return { kind: 'sos', severity: 'problem', limit, value: 1, from: new Date(from).toISOString(), minutes };
  if (key !== 'occupied' || minutes !== overstay[1]) return undefined;
  const raised = new Date(from + overstayMinutes * minuteMs).toISOString();
  return { kind: 'overstay', severity: 'ok', limit, value: 1, from: raised, minutes: minutes - overstayMinutes };
}

/** The people who handle the alarms of a company, and their notes. */
async function handlersOf(tx: Tx) {
  const [companies, users] = [await demoCompanies(tx), await demoUsers(tx)];
  const of = new Map([
    [companies.reem, { by: users.operator, comment: 'Called back, all is well.' }],
    [companies.wadi, { by: users.wadi, comment: 'تم الاتصال والتأكد من سلامة الوضع.' }],
    [companies.qasr, { by: users.other, comment: 'Called back, all is well.' }],
  ]);
  return (companyId: number) => {
    const { by = 0, comment = '' } = of.get(companyId) ?? {};
    return { handledBy: by, comment, falseAlarm: false };
  };
}
