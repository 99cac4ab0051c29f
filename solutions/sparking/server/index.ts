import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { mountedLayoutHandlers } from '#core/layouts/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { sparking } from '../app.ts';
import { dueStays } from './alarms/due-stays.ts';
import { dueFlapping } from './alarms/wavering.ts';
import { followedPlaces } from './locations/followed-places.ts';
import { groupHandlers } from './locations/groups.ts';
import { locationHandlers } from './locations/locations.ts';
import { followDevices } from './locations/placed-devices.ts';
import { slotHandlers } from './locations/slots.ts';
import { followStates } from './stays/stays-of-states.ts';
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
  },
  {
    listeners: {
      inTransaction: { ...followedPlaces, 'devices.moved': followDevices, 'states.changed': followStates },
    },
    dues: [dueStays, dueFlapping],
    history: {
      tables: {
        sparking_group: { about: ['locationId'] },
        sparking_slot: { about: ['locationId', 'groupId'], title: ['number'], silent: ['watchedFrom'] },
        sparking_channel: { about: ['deviceId', 'spaceId'] },
      },
    },
  },
);
