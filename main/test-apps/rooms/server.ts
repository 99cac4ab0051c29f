import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { alarmActionHandler, alarmHandlers, clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { bypassRls, inSystem } from '#platform/server/postgres/database.ts';
import { companyOf, serve } from '#platform/server/serve.ts';
import { rooms } from './app.ts';

const manifest = rooms;
const forcedDoor = { app: 'rooms', kind: 'forced-door', severity: 'problem' } as const;

export const roomsServer = serve(
  rooms,
  {
    alarm: {
      ...alarmHandlers(manifest, 'access'),
      callGuard: alarmActionHandler(manifest, 'access', 'call-guard', () => ({
        set: { disposition: 'escalated' },
      })),
      standDown: alarmActionHandler(manifest, 'access', 'stand-down', () => ({})),
    },
    watchAlarm: alarmHandlers(manifest, 'watch'),
    room: {
      async force(context) {
        const { id, name, structureId, devices = [], parties = [], desk } = context.body;
        const companyId = companyOf(context.actor);
        const subject = { type: 'room', id };
        const companies = await bypassRls(context.tx, context.actor.scope, () => demoCompanies(context.tx));
        const companyAs = { monitor: companies.wadi, hq: companies.qasr };
        const view = { subject: `Room ${id}`, structure: 'Branch 7' };
        const [raised] = await raiseAlarms(context, [
          {
            ...forcedDoor,
            companyId,
            subject,
            name,
            structureId,
            devices,
            parties: parties.map((role) => ({ companyId: companyAs[role], role, view })),
            ...(desk ? { desk: companyAs[desk] } : {}),
          },
        ]);
        return { alarm: raised?.id ?? 0 };
      },
      async close(context) {
        const subject = { type: 'room', id: context.body.id };
        await clearAlarms(context, [{ ...forcedDoor, companyId: companyOf(context.actor), subject }]);
        return null;
      },
      patrol: async () => ({ rooms: 3 }),
      count: async () => ({ count: 0 }),
    },
  },
  {
    demo: (kit) =>
      inSystem(kit.db, async (tx) => {
        const companies = await demoCompanies(tx);
        await grantApp(tx, 'rooms', [companies.reem, companies.gulfcare, companies.qasr, companies.wadi]);
      }),
  },
);
