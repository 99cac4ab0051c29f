import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { alarmActionHandler } from '#core/alarms/server/api.ts';
import { deviceAppHandlers, startVirtualDevices } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { mountedLayoutHandlers } from '#core/layouts/server/api.ts';
import { onBatch } from '#core/telemetry/server/api.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { sparking } from '../app.ts';
import { answerStuck } from './alarms/answer-stuck.ts';
import { dueDisagreements } from './alarms/disagreement.ts';
import { dueStays } from './alarms/due-stays.ts';
import { dueAlone, foldSilent, followSilent, forgetSilent } from './alarms/silent-sensors.ts';
import { raiseUnused } from './alarms/unused-bays.ts';
import { clearGhosts, dueFlapping } from './alarms/wavering.ts';
import { analysisHandlers } from './analysis/analysis-handlers.ts';
import { dueQuarters, dueRecounts } from './analysis/due-quarters.ts';
import { checkHandlers } from './checks/checks.ts';
import { countHandlers } from './counters/count-handlers.ts';
import { countBatch } from './counters/count-passages.ts';
import { counterHandlers } from './counters/counter-handlers.ts';
import { dueTallies } from './counters/due-tallies.ts';
import { dueNightlyCounts } from './counters/nightly-counts.ts';
import { countPassed, forgetPassages } from './counters/passed-gates.ts';
import { demoWith, loadDemo } from './demo/demo.ts';
import { pairingHandlers } from './devices/pairing.ts';
import { placingHandlers } from './devices/place-devices.ts';
import { dueForecasts } from './forecast/due-forecasts.ts';
import { forecastHandlers } from './forecast/forecast-handlers.ts';
import { followedPlaces } from './locations/followed-places.ts';
import { groupHandlers } from './locations/groups.ts';
import { locationHandlers } from './locations/locations.ts';
import { followDevices } from './locations/placed-devices.ts';
import { watchesSlots } from './locations/slot-states.ts';
import { slotHandlers } from './locations/slots.ts';
import { slotTopics, tellWatched } from './plan/live-slots.ts';
import { planHandlers } from './plan/plan-slots.ts';
import './public/board.ts';
import { publicHandlers } from './public/public-handlers.ts';
import { dueTurns } from './reservations/due-turns.ts';
import { reservationHandlers } from './reservations/reservations.ts';
import { followStates } from './stays/stays-of-states.ts';
import './tables.ts';
import { slotsOfChanges, slotsOfMoves, tellingSlots } from './webhooks/slot-events.ts';

const nothing = () => undefined;

async function start(kit: Kit): Promise<Stop | undefined> {
  if (!kit.roles.has('worker')) return undefined;
  onBatch(kit, (tx, batch) => countBatch(kit, tx, batch), nothing, { forget: nothing });
  await kit.jobs.schedule('sparking.unused', '41 * * * *', () => raiseUnused(kit));
  await kit.jobs.schedule('sparking.ghosts', '26 * * * *', () => clearGhosts(kit));
  await kit.jobs.schedule('sparking.passages', '11 * * * *', () => forgetPassages(kit));
  return undefined;
}

export const sparkingServer = serve(
  sparking,
  {
    ...deviceAppHandlers(sparking),
    stuck: { answer: alarmActionHandler(sparking, deviceClass.measured, 'answer', answerStuck) },
    deviceHistory: deviceHistoryHandlers('sparking'),
    layout: mountedLayoutHandlers,
    location: locationHandlers,
    group: groupHandlers,
    slot: slotHandlers,
    counter: counterHandlers,
    count: countHandlers,
    public: publicHandlers,
    plan: planHandlers,
    analysis: analysisHandlers,
    forecast: forecastHandlers,
    slotCheck: checkHandlers,
    placing: placingHandlers,
    pairing: pairingHandlers,
    reservation: reservationHandlers,
  },
  {
    listeners: {
      inTransaction: {
        ...followedPlaces,
        async 'devices.moved'(context, event) {
          await tellingSlots(
            context,
            () => slotsOfMoves(context, event),
            () => followDevices(context, event),
          );
          await followSilent(context, event);
        },
        'offline.raising': foldSilent,
        'device.online': (context, { devices }) =>
          forgetSilent(
            context,
            devices.map(({ id }) => id),
          ),
        'device.suspended': (context, { id }) => forgetSilent(context, [id]),
        'device.uninstalled': (context, { device }) => forgetSilent(context, [device.id]),
        async 'states.changed'(context, event) {
          await tellingSlots(
            context,
            () => slotsOfChanges(context, event),
            () => followStates(context, event),
          );
          await tellWatched(context, watchesSlots(event));
        },
        'vehicle.passed': countPassed,
      },
    },
    start,
    demo: loadDemo,
    simulate: (kit) => startVirtualDevices(kit, demoWith(kit.settings.demoFaults ?? [])),
    dues: [
      dueStays,
      dueFlapping,
      dueAlone,
      dueDisagreements,
      dueTallies,
      dueNightlyCounts,
      dueQuarters,
      dueRecounts,
      dueTurns,
      dueForecasts,
    ],
    topics: slotTopics,
    retentions: [
      { setting: 'checkPhotos', table: 'sparking_check_photo', at: 'at' },
      // What lasts stays, whenever it began.
      { setting: 'bayPast', table: 'sparking_interval', at: 'to_at' },
      { setting: 'stays', table: 'sparking_stay', at: 'to_at' },
      { setting: 'groupPast', table: 'sparking_quarter', at: 'at' },
    ],
    history: {
      tables: {
        sparking_group: { about: ['locationId'] },
        sparking_slot: { about: ['locationId', 'groupId'], title: ['number'], silent: ['watchedFrom'] },
        sparking_reservation: { about: ['locationId', 'groupId'], title: ['purpose'], silent: ['turnsAt'] },
        sparking_counter: { about: ['deviceId', 'groupId', 'locationId'] },
        sparking_channel: { about: ['deviceId', 'spaceId'] },
      },
    },
  },
);
