import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { mountedLayoutHandlers } from '#core/layouts/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { sparking } from '../app.ts';
import { followedPlaces } from './locations/followed-places.ts';
import { groupHandlers } from './locations/groups.ts';
import { locationHandlers } from './locations/locations.ts';
import { followDevices } from './locations/placed-devices.ts';
import { storeSlotStates } from './locations/slot-states.ts';
import { slotHandlers } from './locations/slots.ts';
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
  },
  {
    listeners: {
      inTransaction: { ...followedPlaces, 'devices.moved': followDevices, 'states.changed': storeSlotStates },
    },
    history: {
      tables: {
        sparking_group: { about: ['locationId'] },
        sparking_slot: { about: ['locationId', 'groupId'], title: ['number'] },
        sparking_channel: { about: ['deviceId', 'spaceId'] },
      },
    },
  },
);
