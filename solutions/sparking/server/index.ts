import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { mountedLayoutHandlers } from '#core/layouts/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { sparking } from '../app.ts';
import { checkHandlers } from './checks/checks.ts';
import { followedPlaces } from './locations/followed-places.ts';
import { groupHandlers } from './locations/groups.ts';
import { locationHandlers } from './locations/locations.ts';
import { followDevices } from './locations/placed-devices.ts';
import { storeSlotStates, watchesSlots } from './locations/slot-states.ts';
import { slotHandlers } from './locations/slots.ts';
import { slotTopics, tellWatched } from './plan/live-slots.ts';
import { planHandlers } from './plan/plan-slots.ts';
import { publicHandlers } from './public/public-handlers.ts';
import './tables.ts';

export const sparkingServer = serve(
  sparking,
  {
    ...deviceAppHandlers(sparking),
    deviceHistory: deviceHistoryHandlers('sparking'),
    layout: mountedLayoutHandlers,
    location: locationHandlers,
    group: groupHandlers,
    slot: slotHandlers,
    public: publicHandlers,
    plan: planHandlers,
    slotCheck: checkHandlers,
  },
  {
    listeners: {
      inTransaction: {
        ...followedPlaces,
        'devices.moved': followDevices,
        async 'states.changed'(context, event) {
          await storeSlotStates(context, event);
          await tellWatched(context, watchesSlots(event));
        },
      },
    },
    topics: slotTopics,
    retentions: [{ setting: 'checkPhotos', table: 'sparking_check_photo', at: 'at' }],
    history: {
      tables: {
        sparking_group: { about: ['locationId'] },
        sparking_slot: { about: ['locationId', 'groupId'], title: ['number'] },
        sparking_channel: { about: ['deviceId', 'spaceId'] },
      },
    },
  },
);
