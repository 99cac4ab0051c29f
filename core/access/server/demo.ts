import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { demoCompanies, demoUsers, linkHash, newLinkSecret } from '#core/accounts/server/api.ts';
import { activeDevices, deviceFacts } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { AccessMethod } from '../common/grant.ts';
import type { AccessMode } from '../common/grant-state.ts';
import { sealCode } from './codes/pin-codes.ts';
import { adaptCodes, columnsAt } from './grants/grant-machine.ts';

const logDays = 40;
/** What people do at a door on one day: forty openings and three wrong codes. */
const triesADay = 43;
const triesPerWrong = 14;

type DemoLock = { id: number; hardwareId: number; structureId: number };
type DemoGrant = {
  mode: AccessMode;
  methods: AccessMethod[];
  holder: number | null;
  note: string;
  hours?: { from: number; to: number };
  windows?: boolean;
  maxUses?: number;
};

const contacts = {
  en: [
    ...['Sara Haddad', 'Bright Cleaning', 'Omar Khalil', 'Layla Nasser', 'Khalid Rahman', 'Huda Saleh'],
    ...['Yousef Karim', 'Noor Aziz', 'Tariq Mansour', 'Rania Fares', 'Cool Air Maintenance'],
  ],
  ar: [
    ...['سارة حداد', 'شركة اللمسة النظيفة', 'عمر خليل', 'ليلى ناصر', 'خالد الرحمن', 'هدى صالح'],
    ...['يوسف كريم', 'نور عزيز', 'طارق منصور', 'رانيا فارس', 'شركة صيانة التكييف'],
  ],
};
const notes = {
  en: ['Cleaners', 'Lift maintenance', 'Courier'],
  ar: ['عمال النظافة', 'صيانة المصعد', 'مندوب التوصيل'],
};

async function addHolders(tx: Tx, companyId: number, language: 'en' | 'ar', userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO access_holder (company_id, user_id, name, email)
    SELECT ${companyId}::integer, NULL::integer, n.name, 'contact' || n.at || '.' || ${companyId}::text || '@visitors.test' FROM unnest(${contacts[language]}::text[]) WITH ORDINALITY AS n(name, at)
    UNION ALL SELECT ${companyId}::integer, ${userId}::integer, '', NULL RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A grant as its form would create it; its codes are written to the virtual locks as soon as they connect. */
async function addGrant(
  kit: Kit,
  tx: Tx,
  app: AppManifest,
  companyId: number,
  locks: readonly DemoLock[],
  grant: DemoGrant,
) {
  const now = Date.now();
  const from = now + (grant.hours?.from ?? -30 * 24) * hourMs;
  const to = grant.hours ? now + grant.hours.to * hourMs : null;
  const found = await sql<{ id: number; hours: WeekSchedule }>`
    SELECT w.id, w.hours FROM ${sql.raw(weekSchedules)} w WHERE w.company_id = ${companyId} AND ${grant.mode === 'scheduled'} ORDER BY w.id LIMIT 1`.execute(
    tx,
  );
  const [schedule] = found.rows;
  const windows = grant.windows
    ? Array.from({ length: 6 }, (_, n) => ({ from: from + n * 48 * hourMs, to: from + n * 48 * hourMs + 3 * hourMs }))
    : null;
  const { state, open, nextEdge } = columnsAt({ from, to, hours: schedule?.hours ?? null, windows }, now);
  const made = await sql<{ id: number }>`
    INSERT INTO access_grant (company_id, app, mode, state, holder_id, schedule_id, starts_at, ends_at, windows, open, next_edge, max_uses, methods, note)
    VALUES (${companyId}, ${app.id}, ${grant.mode}, ${state}, ${grant.holder}, ${schedule?.id ?? null}, to_timestamp(${from}::float8 / 1000), to_timestamp(${to}::float8 / 1000),
            ${windows && JSON.stringify(windows)}::jsonb, ${open}, ${nextEdge}, ${grant.maxUses ?? null}, ${grant.methods}::text[], ${grant.note}) RETURNING id`.execute(
    tx,
  );
  const id = made.rows[0]?.id as number;
  const numbers: Partial<Record<AccessMethod, string>> = {
    pin: String(randomInt(200_000, 999_999)),
    card: randomBytes(4).toString('hex').toUpperCase(),
  };
  const sealed = (kind: AccessMethod) => numbers[kind] && sealCode(kit, companyId, numbers[kind]);
  for (const lock of locks)
    for (const kind of grant.methods)
      await sql`INSERT INTO access_credential (company_id, grant_id, device_id, kind, sealed, token_hash, activation_at, expiration_at, max_uses)
        VALUES (${companyId}, ${id}, ${lock.id}, ${kind}, ${sealed(kind) ?? null}, ${kind === 'link' ? linkHash(newLinkSecret()) : null},
                to_timestamp(${from}::float8 / 1000), to_timestamp(${to}::float8 / 1000), ${grant.maxUses ?? null})`.execute(
        tx,
      );
  await adaptCodes(tx, [id]);
}

/**
 * Openings of the last weeks by the holders of the company, each with the lock that follows it, three wrong codes a day, and
 * two minutes for which the first lock was jammed. One statement for all of it.
 */
const addLog = (tx: Tx, app: AppManifest, companyId: number, locks: readonly DemoLock[], holders: readonly number[]) =>
  sql`
    INSERT INTO lock_log (company_id, app, device_id, structure_id, time, received_at, action, result, reason, method, holder_id)
    SELECT ${companyId}, ${app.id}, l.id, l.structure_id, e.at, e.at + interval '1 second', e.action, e.result, e.reason, e.method, e.holder_id
      FROM unnest(${locks.map(({ id }) => id)}::integer[], ${locks.map(({ structureId }) => structureId)}::integer[]) WITH ORDINALITY AS l(id, structure_id, nth),
           generate_series(0, ${logDays}::integer) day, generate_series(0, ${triesADay - 1}::integer) n,
           LATERAL (SELECT date_trunc('day', now()) - day * interval '1 day' + (3 + (n * 7 + l.id) % 13) * interval '1 hour' + ((n * 37 + day * 11) % 60) * interval '1 minute' AS at,
                           n % ${triesPerWrong}::integer = 5 AS wrong, (${holders}::integer[])[1 + (n * 5 + day + l.id) % ${holders.length}] AS holder_id) t,
           LATERAL (SELECT t.at, 'unlock' AS action, 'granted' AS result, NULL AS reason, 'pin' AS method, t.holder_id WHERE NOT t.wrong
                    UNION ALL SELECT t.at, 'denied', 'denied', 'unknown-code', 'pin', NULL WHERE t.wrong
                    UNION ALL SELECT t.at + (5 + (n * 13 + day) % 30) * interval '1 second', 'auto-lock', NULL, NULL, NULL, NULL WHERE NOT t.wrong
                    UNION ALL SELECT t.at + interval '30 seconds', 'jammed', NULL, NULL, NULL, NULL WHERE l.nth = 1 AND day = 1 AND n = 5
                    UNION ALL SELECT t.at + interval '150 seconds', 'lock', NULL, NULL, 'key', NULL WHERE l.nth = 1 AND day = 1 AND n = 5) e
     WHERE e.at < now()`.execute(tx);

/** Grants of all modes and a log of openings for the demo companies with locks of the app. */
export async function addDemoAccess(kit: Kit, app: AppManifest): Promise<void> {
  if (kit.settings.demoHistoryDays === 0) return;
  const models = app.access?.models ?? {};
  await inSystem(kit.db, async (tx) => {
    const [companies, users] = [await demoCompanies(tx), await demoUsers(tx)];
    for (const [key, language, user] of [
      ['reem', 'en', 'operator'],
      ['wadi', 'ar', 'wadi'],
      ['qasr', 'en', 'other'],
    ] as const) {
      const companyId = companies[key];
      const { rows: locks } = await sql<DemoLock>`
        SELECT f.id, f.hardware_id, f.structure_id FROM ${sql.raw(deviceFacts)} f JOIN ${sql.raw(activeDevices)} a ON a.id = f.id
         WHERE f.company_id = ${companyId} AND f.app = ${app.id} AND f.state = 'installed' AND f.hardware_id = ANY (${Object.keys(models).map(Number)}::integer[]) ORDER BY f.id`.execute(
        tx,
      );
      const keypads = locks.filter(({ hardwareId }) => models[hardwareId]?.keypad).slice(0, 3);
      if (keypads.length === 0) continue;
      const holders = await addHolders(tx, companyId, language, users[user] as number);
      const [sara = 0, cleaners = 0, omar = 0] = holders;
      const person = holders.at(-1) ?? 0;
      const [crew = '', lift = '', courier = ''] = notes[language];
      const give = (grant: DemoGrant, to = keypads.slice(0, 1)) => addGrant(kit, tx, app, companyId, to, grant);
      await give({ mode: 'fulltime', methods: ['app', 'pin'], holder: person, note: '' }, keypads);
      await give({
        mode: 'fulltime',
        methods: models[keypads[0]?.hardwareId ?? 0]?.cards ? ['pin', 'card'] : ['pin'],
        holder: sara,
        note: '',
      });
      await give({ mode: 'scheduled', methods: ['pin'], holder: cleaners, note: crew }, keypads);
      await give({
        mode: 'public-temporary',
        methods: ['link', 'pin'],
        holder: null,
        note: lift,
        hours: { from: -5, to: 72 },
        maxUses: 20,
      });
      await give(
        { mode: 'onetime', methods: ['link'], holder: null, note: courier, hours: { from: -1, to: 6 }, maxUses: 1 },
        locks.slice(0, 1),
      );
      await give({
        mode: 'calendar-mode',
        methods: ['pin'],
        holder: omar,
        note: '',
        hours: { from: -2, to: 14 * 24 },
        windows: true,
      });
      await addLog(tx, app, companyId, keypads, holders);
    }
  });
}
