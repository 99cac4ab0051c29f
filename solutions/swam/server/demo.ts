import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { setCredential } from '#core/devices/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { hardware } from '../common/sensors.ts';
import { demoRules } from './demo-rules.ts';

const nouns: Record<number, { en: string; ar: string }> = {
  1: { en: 'Water quality', ar: 'جودة المياه' },
  2: { en: 'Roof tank', ar: 'خزان السطح' },
  3: { en: 'Riser', ar: 'الأنبوب الصاعد' },
  4: { en: 'Lobby air', ar: 'هواء البهو' },
  5: { en: 'Yard air', ar: 'هواء الفناء' },
  6: { en: 'Kitchen gas', ar: 'غاز المطبخ' },
  7: { en: 'Gas meter', ar: 'عداد الغاز' },
  8: { en: 'Water meter', ar: 'عداد المياه' },
  9: { en: 'Chiller', ar: 'المبرد' },
  10: { en: 'Main valve', ar: 'الصمام الرئيسي' },
  17: { en: 'Power meter', ar: 'عداد الكهرباء' },
  18: { en: 'Cold room probe', ar: 'مجس غرفة التبريد' },
};
const arabic = /[\u0600-\u06FF]/;

/** The secret of a demo device: the same after every reset of one installation, and known to nobody else. */
export const demoSecret = (kit: Kit, serial: string): string => createHmac('sha256', kit.secrets.sealing).update(`demo ${serial}`).digest('base64url').slice(0, 32);

/** A device of every model in each company's structures, a month of hourly readings, and rules. */
export async function demo(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const structures = await sql<{ id: number; companyId: number; name: string; place: number }>`
      SELECT s.id, s.company_id, s.name, row_number() OVER (PARTITION BY s.company_id ORDER BY s.id)::integer AS place
        FROM structure s JOIN company_app a ON a.company_id = s.company_id AND a.app_id = 'swam' ORDER BY s.company_id, s.id`.execute(tx);
    let made = 0;
    for (const structure of structures.rows) {
      for (const [at, model] of hardware.entries()) {
        // Each structure has some of the models, so that structures differ.
        if ((at + structure.place) % 2 === 0 && model.solution !== 2 && model.solution !== 8) continue;
        made++;
        await addDevice(kit, tx, structure, model, made);
      }
    }
    await sql`INSERT INTO structure_solution (company_id, structure_id, solution_id, devices)
      SELECT company_id, structure_id, solution_id, count(*) FROM device WHERE app = 'swam' GROUP BY 1, 2, 3`.execute(tx);
    await demoRules(tx);
    await addHistory(tx);
  });
}

async function addDevice(kit: Kit, tx: Tx, structure: { id: number; companyId: number; name: string }, model: (typeof hardware)[number], number: number): Promise<void> {
  const serial = `70B3D5${(0x0a0000 + number).toString(16).toUpperCase().padStart(6, '0')}`;
  const noun = nouns[model.solution];
  const name = `${arabic.test(structure.name) ? noun?.ar : noun?.en} ${number}`;
  const made = await sql<{ id: number }>`
    INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state, activation_at, expiration_at, has_token)
    VALUES (${structure.companyId}, 'swam', ${model.solution}, ${model.id}, ${name}, ${serial}, ${structure.id}, 'installed', now() - interval '40 days', now() + interval '2 years', ${number % 29 !== 0})
    RETURNING id`.execute(tx);
  const id = made.rows[0]?.id ?? 0;
  await setCredential(tx, id, serial, demoSecret(kit, serial));
  await sql`INSERT INTO device_log (device_id, company_id, at, kind) VALUES (${id}, ${structure.companyId}, now() - interval '40 days', 'installed')`.execute(tx);
}

// Daily curves by sensor: mean, swing over the day, noise; totals grow by the mean each hour.
const curves = sql`(VALUES
  (11, 2.1, 0.5, 0.05, false), (12, 70, 16, 2, false), (13, 24, 4, 0.6, false), (14, 7.4, 0.1, 0.05, false), (15, 0.6, 0.2, 0.1, false),
  (16, 0.8, 0.15, 0.05, false), (17, 620, 40, 12, false), (21, 14, 9, 2, false), (22, 0, 0, 0, false), (23, 0.6, 0.5, 0.1, true),
  (24, 3.2, 0.3, 0.1, false), (31, 620, 240, 40, false), (32, 48, 8, 2, false), (33, 14, 6, 3, false), (34, 38, 14, 6, false),
  (35, 180, 70, 25, false), (36, 28, 12, 4, false), (41, 0.4, 0.2, 0.1, false), (42, 2, 1, 0.5, false), (43, 0.2, 0.1, 0.05, false),
  (51, 0.35, 0.2, 0.05, true), (61, 42, 24, 6, true), (62, 6.5, 0.4, 0.2, false), (63, 12.4, 0.8, 0.3, false), (64, 46, 22, 5, false),
  (71, 8.5, 5, 1, true), (72, 8.5, 5, 1, false), (73, 230, 3, 1.5, false), (74, 231, 3, 1.5, false), (75, 229, 3, 1.5, false),
  (81, 3.6, 0.8, 0.3, false), (82, 4.1, 0.8, 0.3, false), (83, -18.4, 0.9, 0.4, false), (165, 1, 0, 0, false), (1, 84, 0, 1, false), (2, -88, 2, 3, false))`;

async function addHistory(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO reading (device_id, sensor_id, time, value)
    SELECT p.device_id, p.sensor_id, p.time,
           CASE WHEN p.total THEN sum(p.value) OVER (PARTITION BY p.device_id, p.sensor_id ORDER BY p.time) + 1000 ELSE p.value END
      FROM (SELECT d.id AS device_id, c.sensor_id, g AS time, c.total,
                   greatest(CASE WHEN c.sensor_id IN (2, 83) THEN -200 ELSE 0 END,
                     c.mean + c.swing * sin((extract(hour FROM g) - 8) * pi() / 12) + c.noise * (random() - 0.5) * 2)::numeric(14, 3)::double precision AS value
              FROM device d JOIN device_hardware h ON h.id = d.hardware_id
              JOIN ${curves} AS c (sensor_id, mean, swing, noise, total) ON c.sensor_id = ANY (h.sensors)
             CROSS JOIN generate_series(date_trunc('hour', now()) - interval '30 days', now() - interval '10 minutes', interval '1 hour') g
             WHERE d.app = 'swam') p`.execute(tx);
  await sql`INSERT INTO device_latest (device_id, sensor_id, time, value)
    SELECT DISTINCT ON (device_id, sensor_id) device_id, sensor_id, time, value FROM reading ORDER BY device_id, sensor_id, time DESC
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`UPDATE device d SET battery = l.value FROM device_latest l WHERE l.device_id = d.id AND l.sensor_id = 1`.execute(tx);
}
