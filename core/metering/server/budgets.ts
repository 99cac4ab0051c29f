import { sql } from 'kysely';
import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { siteZone } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { budgetRoutes } from '../common/budget.ts';
import { consumptionOfMeters, monthSoFar, periodBefore } from './consumption.ts';
import { readMeter } from './meter-handlers.ts';

type Routes = ReturnType<typeof budgetRoutes>;
type Reading = Parameters<typeof consumptionOfMeters>[0];

/** The share of the budget that raises an alarm; a used-up budget is poor. */
const nearlyUsed = 0.8;

/** What meters have counted this month, by their ids. */
async function usedThisMonth(context: Reading, app: string, devices: readonly number[], zone: string) {
  const period = monthSoFar(Date.now(), zone);
  const choice = { apps: [{ app, structures: null }], devices };
  const meters = await consumptionOfMeters(context, choice, { period, before: periodBefore(period, zone) });
  return new Map(meters.map(({ device, amount }) => [device, amount]));
}

/** Serves `budgetRoutes(app.id)`. */
export function budgetHandlers(app: AppManifest): Handlers<Routes> {
  const reply = async (context: Pick<Context, 'tx' | 'kit' | 'actor'> & { params: { id: number } }) => {
    const { id, zone, sensor } = await readMeter(context, app);
    const row = await context.tx
      .selectFrom('meterBudget')
      .select('amount')
      .where('deviceId', '=', id)
      .executeTakeFirst();
    const used = await usedThisMonth(context, app.id, [id], zone);
    return { amount: row?.amount ?? null, used: used.get(id) ?? null, unit: sensor.unit };
  };
  return {
    read: reply,
    async set(context) {
      const { tx, body } = context;
      const { id, companyId } = await readMeter(context, app, 'update');
      const { amount } = body;
      if (amount === null) await tx.deleteFrom('meterBudget').where('deviceId', '=', id).execute();
      else
        await tx
          .insertInto('meterBudget')
          .values({ companyId, deviceId: id, amount })
          .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ amount }))
          .execute();
      return reply(context);
    },
  };
}

/** Raises and clears the alarms of budgets in the apps that declare them, with a few statements for each time zone. */
export async function alarmBudgets(kit: Kit): Promise<void> {
  for (const { id: app, alarms, metering } of kit.apps) if (metering && alarms?.budget) await alarmApp(kit, app);
}

async function alarmApp(kit: Kit, app: string): Promise<void> {
  await emittingAsSystem(kit, kit.db, async (context) => {
    const rows = await sql<{ deviceId: number; amount: number; zone: string }>`
      SELECT device_id, amount, ${siteZone('d.structure_id', 'd.company_id')} AS zone
        FROM meter_budget b JOIN ${sql.raw(deviceFacts)} d ON d.id = b.device_id ORDER BY device_id`.execute(
      context.tx,
    );
    const known = new Map<number, number | null>();
    for (const [zone, budgets] of Map.groupBy(rows.rows, (row) => row.zone)) {
      const devices = budgets.map(({ deviceId }) => deviceId);
      for (const [id, used] of await usedThisMonth(context, app, devices, zone)) known.set(id, used);
    }
    const found = rows.rows.flatMap(({ deviceId, amount }) => {
      const used = known.get(deviceId) ?? null;
      if (used === null || used < nearlyUsed * amount) return [];
      return [{ deviceId, severity: used < amount ? ('ok' as const) : ('poor' as const), value: used }];
    });
    await setDeviceAlarms(context, { app, kind: 'budget' }, [...known.keys()], found);
  });
}
