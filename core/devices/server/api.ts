export { addInstalledDevice, installedDevices, seedNewest } from './add-devices.ts';
export { commandHandlers, moveCommand, queuedCommands } from './commands.ts';
export { deviceCounts, solutionCounts } from './counts.ts';
export { deviceWithSecret } from './credentials.ts';
export { deviceChanged, logDevice } from './device-changes.ts';
export {
  deviceFacts,
  deviceName,
  deviceNamed,
  lastHeard,
  mergeDeviceAttributes,
  newestValues,
} from './device-facts.ts';
export { deviceHandlers, secretHash, setCredential, visibleDevice, withinResources } from './device-handlers.ts';
export { activeAt, DeviceDirectory, type KnownDevice } from './directory.ts';
export { type LatestColumns, recordBattery, recordHeard, recordLatest, type Silent, takeSilent } from './latest.ts';
export { type SensorRegistry, sensorRegistry, valueOf } from './sensors.ts';
