import { sql } from 'kysely';
import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { addDemoSchedule } from '#core/schedules/server/api.ts';
import { lastMinuteOfDay, weekdays } from '#platform/common/time/week-schedule.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { consentVersion } from '../../common/people.ts';
import { dutiesOf, isOnDuty } from './duties.ts';
import { personModels } from './person-models.ts';

const consentDays = 20;
/** On duty around the clock, with a break after midnight, so that the demo shows both. */
const week = weekdays.map((name) => ({ name, periods: [{ start: '01:00', end: lastMinuteOfDay }] }));
const wearers = { reem: 'operator', wadi: 'wadi', qasr: 'other' } as const;
const scheduleNames = { reem: 'Patrol duty', wadi: 'مناوبة الحراسة', qasr: 'مناوبة الحراسة' } as const;

/** Assigns the wearable devices of the demo to people, all of whom have consented except the last of each company. */
export const addDemoPeople = (kit: Kit, app: string): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const [companies, users] = [await demoCompanies(tx), await demoUsers(tx)];
    const models = [...personModels(kit.apps).keys()];
    const worn: number[] = [];
    for (const key of ['reem', 'wadi', 'qasr'] as const) {
      const company = companies[key];
      const found = await sql<{ id: number }>`
        SELECT d.id FROM ${sql.raw(deviceFacts)} d WHERE d.company_id = ${company} AND d.app = ${app} AND d.state = 'installed' AND d.hardware_id = ANY (${models}::integer[]) ORDER BY d.id`.execute(
        tx,
      );
      const ids = found.rows.map(({ id }) => id);
      if (ids.length === 0) continue;
      worn.push(...ids);
      const user = users[wearers[key]] as number;
      const schedule = await addDemoSchedule(tx, company, scheduleNames[key], week);
      await sql`INSERT INTO tracked_person (device_id, company_id, user_id, schedule_id)
        SELECT d, ${company}, ${user}, ${schedule} FROM unnest(${ids}::integer[]) d`.execute(tx);
      await sql`INSERT INTO tracking_consent (company_id, device_id, user_id, text_version, given_at)
        SELECT ${company}, d, ${user}, ${consentVersion}, now() - ${consentDays} * interval '1 day' FROM unnest(${ids.slice(0, Math.max(1, ids.length - 1))}::integer[]) d`.execute(
        tx,
      );
    }
    const duties = await dutiesOf(tx, worn);
    const stored = await tx
      .selectFrom('devicePosition')
      .select(['deviceId', 'time'])
      .where('deviceId', '=', anyOf(worn))
      .execute();
    const dropped = stored.filter(({ deviceId, time }) => !isOnDuty(duties.get(deviceId), Date.parse(time)));
    await sql`DELETE FROM device_position p USING unnest(${dropped.map(({ deviceId }) => deviceId)}::integer[], ${dropped.map(({ time }) => time)}::timestamptz[]) AS n(d, t)
      WHERE p.device_id = n.d AND p.time = n.t`.execute(tx);
    await sql`DELETE FROM device_place WHERE device_id = ANY (${worn}::integer[]) AND NOT EXISTS (SELECT FROM device_position p WHERE p.device_id = device_place.device_id AND p.time = device_place.time)`.execute(
      tx,
    );
    for (const table of ['device_fence', 'fence_event', 'fence_visit'])
      await sql`DELETE FROM ${sql.table(table)} f WHERE f.device_id = ANY (${worn}::integer[]) AND NOT EXISTS (SELECT FROM device_place p WHERE p.device_id = f.device_id)`.execute(
        tx,
      );
  });
