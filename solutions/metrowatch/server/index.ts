import { accessHandlers, addDemoAccess } from '#core/access/server/api.ts';
import { openAlarmOf, worstOfDevices } from '#core/alarms/server/api.ts';
import { deviceAppDemo, deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { companyScheduleHandlers } from '#core/schedules/server/api.ts';
import { deviceTokenHandlers } from '#core/subscriptions/server/api.ts';
import { addDemoPeople, personHandlers, trackingHandlers } from '#core/tracking/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { metrowatch } from '../app.ts';
import { analysisHandlers } from './analyses/analyses.ts';
import { solutionOverviewHandlers } from './analyses/overview.ts';
import { addDemoColdRooms } from './cold/demo.ts';
import { evaluateColdRooms } from './cold/evaluate.ts';
import { coldHandlers } from './cold/handlers.ts';
import { demo } from './demo.ts';
import { addDemoDays } from './demo-history.ts';
import { lockStarters } from './locks/lock-rules.ts';
import { padlockHandlers } from './locks/padlocks.ts';
import { parkingHandlers } from './parking.ts';
import { starters } from './starters.ts';
import './tables.ts';

/** Evaluates the new samples of cold rooms every minute. */
async function start(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return undefined;
  await kit.jobs.schedule('metrowatch.cold-rooms', '* * * * *', () => evaluateColdRooms(kit));
  return undefined;
}

const parts = deviceAppDemo(demo);

export const metrowatchServer = serve(
  metrowatch,
  {
    ...deviceAppHandlers(demo.app, { ...lockStarters, ...starters }),
    ...accessHandlers(demo.app),
    padlock: padlockHandlers(demo.app),
    deviceToken: deviceTokenHandlers('metrowatch'),
    deviceHistory: deviceHistoryHandlers('metrowatch'),
    tracking: trackingHandlers('metrowatch', worstOfDevices),
    person: personHandlers('metrowatch', (context, device) => openAlarmOf(context, device, 'sos')),
    companySchedule: companyScheduleHandlers,
    cold: coldHandlers,
    parking: parkingHandlers,
    overview: solutionOverviewHandlers,
    analysis: analysisHandlers,
  },
  {
    ...parts,
    start,
    async demo(kit) {
      await parts.demo?.(kit);
      await addDemoAccess(kit, demo.app);
      await addDemoPeople(kit, 'metrowatch');
      await addDemoDays(kit);
      await addDemoColdRooms(kit);
    },
  },
);
