export { addInstalledDevice, installedDevices, seedNewest } from './add-devices.ts';

export { commandHandlers, moveCommand, queueCommand, waitingCommands } from './commands.ts';

export { deviceCounts, solutionCounts } from './counts.ts';
export { deviceWithSecret } from './credentials.ts';
export { deviceChanged, logDevice } from './device-changes.ts';
export {
  deviceFacts,
  deviceName,
  deviceNamed,
  lastSeenByDevice,
  mergeDeviceAttributes,
  newestValues,
} from './device-facts.ts';
export { deviceHandlers, visibleDevice } from './device-handlers.ts';
export { deviceRows } from './device-rows.ts';
export { activeAt, DeviceDirectory, type KnownDevice } from './directory.ts';
export type { UninstalledTo } from './events.ts';
export { type LatestColumns, markOffline, recordBattery, recordLastSeen, recordLatest } from './latest.ts';
export {
  devicesPlaceable,
  devicesSeen,
  deviceToPlace,
  findDevices,
  type KnownPlacement,
  placeDevice,
  uninstallDevice,
} from './placement.ts';
export { type SensorRegistry, sensorRegistry, valueOf } from './sensors.ts';
export { allDevices, devicesWithoutToken } from './without-token.ts';
