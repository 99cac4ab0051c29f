import { accountsServer } from '#core/accounts/server/index.ts';
import { alarmsServer } from '#core/alarms/server/index.ts';
import { assetsServer } from '#core/assets/server/index.ts';
import { countriesServer } from '#core/countries/server/index.ts';
import { devicesServer } from '#core/devices/server/index.ts';
import { layoutsServer } from '#core/layouts/server/index.ts';
import { permissionsServer } from '#core/permissions/server/index.ts';
import { placesServer } from '#core/places/server/index.ts';
import { telemetryServer } from '#core/telemetry/server/index.ts';
import type { SliceServer } from '#platform/server/serve.ts';
import { swamServer } from '#solutions/swam/server/index.ts';

/** The servers of the slices, in the order of apps.ts. */
export const slices: SliceServer[] = [
  countriesServer,
  accountsServer,
  permissionsServer,
  placesServer,
  assetsServer,
  devicesServer,
  layoutsServer,
  telemetryServer,
  alarmsServer,
  swamServer,
];
