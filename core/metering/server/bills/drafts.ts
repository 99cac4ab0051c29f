import { sql } from 'kysely';
import { companyZoneSql } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs, offsetAt } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope } from '#platform/server/postgres/database.ts';
import { Refusal } from '#platform/server/refuse.ts';
import { meteredDevices, meterOf } from '../meters.ts';
import { firstDayOf, monthAt, monthSpan, monthsLater } from '../months.ts';
import { scanDevices } from '../scans/scan-meters.ts';
import { storeDraft } from './bills.ts';

/** Drafts are created on the 3rd at 02:00 local time, when late readings have arrived. */
const readyAfterMs = 2 * dayMs + 2 * 3_600_000;

/** The month whose drafts are due at an instant: the newest one that ended early enough. */
export function dueMonth(now: number, zone: string): string {
  const current = monthAt(now, zone);
  const { from } = monthSpan(current, zone);
  const ready = now + offsetAt(now, zone) >= from + offsetAt(from, zone) + readyAfterMs;
  return monthsLater(current, ready ? -1 : -2);
}

/** Creates the drafts of all companies that are due and do not exist yet. */
export async function makeDrafts(kit: Kit, now = Date.now()): Promise<void> {
  for (const app of kit.apps) {
    if (!app.metering) continue;
    const companies = await inSystem(kit.db, (tx) =>
      sql<{ id: number; zone: string }>`
        SELECT a.company_id AS id, ${companyZoneSql('a.company_id')} AS zone
          FROM (SELECT DISTINCT company_id FROM tariff_assignment WHERE app = ${app.id}) a`.execute(tx),
    );
    for (const { id, zone } of companies.rows) await draftCompany(kit, app, id, dueMonth(now, zone), now);
  }
}

async function draftCompany(kit: Kit, app: AppManifest, companyId: number, month: string, now: number): Promise<void> {
  const devices = await inSystem(kit.db, async (tx) => {
    const made = await sql`SELECT FROM meter_draft_run
      WHERE company_id = ${companyId} AND app = ${app.id} AND month = ${firstDayOf(month)}::date`.execute(tx);
    return made.rows.length > 0 ? null : meteredDevices(tx, app, { companyId });
  });
  if (!devices) return;
  await scanDevices(
    kit,
    app,
    devices.map(({ id }) => id),
    monthSpan(month, 'UTC').from - 3 * dayMs,
  );
  for (const device of devices) {
    try {
      await inSystem(kit.db, async (tx) =>
        storeDraft(tx, systemScope, await meterOf(tx, kit, app, device), month, now),
      );
    } catch (error) {
      // A meter without a tariff or without readings has no bill. A failure does not affect other meters.
      if (!(error instanceof Refusal))
        kit.log.error({ err: error, device: device.id, month }, 'a bill could not be drafted');
    }
  }
  await inSystem(kit.db, (tx) =>
    tx
      .insertInto('meterDraftRun')
      .values({ companyId, app: app.id, month: firstDayOf(month) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
