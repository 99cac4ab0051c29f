import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { alarmActionHandler, alarmHandlers, clearAlarm, raiseAlarm } from '#core/alarms/server/api.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { companyOf, serve } from '#platform/server/serve.ts';
import { rooms } from './app.ts';

const manifest = rooms;
const forcedDoor = { app: 'rooms', class: 'access', kind: 'forced-door', severity: 'problem' } as const;

export const roomsServer = serve(
  rooms,
  {
    alarm: {
      ...alarmHandlers(manifest, 'access'),
      callGuard: alarmActionHandler(manifest, 'access', 'call-guard', () => ({
        event: 'guard-called',
        set: { disposition: 'escalated' },
      })),
    },
    room: {
      async force(context) {
        const { id, name, structureId } = context.body;
        const companyId = companyOf(context.actor);
        return {
          alarm: await raiseAlarm(context, {
            ...forcedDoor,
            companyId,
            structureId,
            subject: { type: 'room', id, name },
          }),
        };
      },
      async close(context) {
        await clearAlarm(context, {
          ...forcedDoor,
          companyId: companyOf(context.actor),
          subject: { type: 'room', id: context.body.id },
        });
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
        await grantApp(tx, 'rooms', [companies.reem, companies.gulfcare, companies.qasr]);
      }),
  },
);
