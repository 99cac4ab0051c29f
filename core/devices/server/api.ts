export {
  addDeviceInStock,
  addInstalledDevice,
  installedDevices,
  seedLatestValues,
} from './add-devices.ts';
export { sendAutomatic } from './automatic-command.ts';
export { batteriesDue, type DeviceBattery, recordForecasts, replaceSoon } from './battery-forecasts.ts';
export { checkHandlers } from './checks.ts';
export { confirmByReadings } from './command-confirmation.ts';
export { CommandListeners } from './command-listeners.ts';
export { advanceCommand } from './command-progress.ts';
export { commandOutcomes } from './command-rows.ts';
export { commandHandlers, queuedCommand, waitingCommands } from './commands.ts';
export {
  type ConfigOrder,
  isConfigured,
  mergeConfigs,
  queueConfig,
  recordTemplates,
  reportedConfigs,
  storeKeptSettings,
  supersedeConfig,
  templateStatesOf,
  unconfirmedConfigs,
} from './config.ts';
export {
  activationsByMonth,
  appsWithDevices,
  type CompanyDevices,
  type DeviceCount,
  deviceCounts,
  devicesByCompany,
  devicesBySite,
  type SiteDeviceCounts,
  solutionCounts,
  sumConnections,
  type VisibleApp,
  withinApps,
} from './counts.ts';
export { createDevice } from './create-device.ts';
export { deviceWithSecret } from './credentials.ts';
export { type DeviceToDeploy, deployDevice, replaceDevice, takeBackDevices } from './deploy-device.ts';
export { deviceChanged, logDevice, logDevices } from './device-changes.ts';
export {
  activeDevices,
  batteryEnds,
  deviceById,
  deviceFacts,
  deviceInstalled,
  deviceKeys,
  deviceName,
  deviceNamed,
  deviceValidity,
  keptSettings,
  lastChecks,
  lastSeenByDevice,
  mergeDeviceAttributes,
  newestValues,
  reportedAttributes,
  tokenBegun,
} from './device-facts.ts';
export { deviceHandlers } from './device-handlers.ts';
export { deviceRows } from './device-rows.ts';
export { activeAt, type CachedDevice, DeviceDirectory } from './directory.ts';
export { findBySerial } from './find-by-serial.ts';
export { visibleDevice } from './visible-device.ts';

import './events.ts';

export type { SentCommand, UninstalledTo } from './events.ts';
export {
  type Connected,
  type LatestColumns,
  markOffline,
  type OfflineDevice,
  recordBattery,
  recordLastSeen,
  recordLatest,
} from './latest.ts';
export { deviceLinkHandlers, linkDevices, linkedActors, watchedDevices } from './links.ts';
export { reportedLockState } from './lock-state.ts';
export { changeOwner } from './owner.ts';
export {
  type DevicePlacement,
  deviceToPlace,
  findDevices,
  placeDevice,
  uninstallDevice,
} from './placement.ts';
export { deviceProgress } from './progress.ts';
export { declaredCommand, failQueued, queueCommand } from './queue-command.ts';
export { type SensorRegistry, sensorRegistry, valueOf } from './sensors.ts';
export {
  deviceOfStock,
  labelsOfStock,
  oldestDevices,
  oldestTokens,
  stockOf,
  tokenOfStock,
} from './stock.ts';
export { withdrawTokens } from './token-blocks.ts';
export { applyTokens, devicesOfCompany } from './token-targets.ts';
export { addTokens, assignToken, changeTokenOwner, deviceToAssign, deviceTokenHandlers } from './tokens.ts';
export { devicesPlaceable, visibleDevices } from './visible-devices.ts';
export { allDevices, devicesWithoutToken } from './without-token.ts';
