import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { fittings } from '../app.ts';
import { carriers } from '../common/carriers.ts';
import { endFittingsOf, refuseOtherSite } from './unfit-device.ts';

export const fittingsServer = serve(
  fittings,
  {},
  {
    registries: [carriers],
    listeners: {
      inTransaction: {
        'devices.moved': refuseOtherSite,
        'device.uninstalled': (context, { device }) => endFittingsOf(context, device.id),
        'device.transferred': (context, { id }) => endFittingsOf(context, id),
      },
    },
    history: { tables: { fitting: { about: ['deviceId'], silent: ['appId', 'byId', 'endedBy', 'structureId'] } } },
  },
);
