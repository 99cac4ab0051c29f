export { batteriesDue, type DeviceBattery, recordForecasts, replaceSoon } from './battery-forecasts.ts';
export { sendAutomatic } from './commands/automatic-command.ts';
export { checkHandlers } from './commands/checks.ts';
export { confirmByReadings } from './commands/command-confirmation.ts';
export { CommandListeners } from './commands/command-listeners.ts';
export { advanceCommand } from './commands/command-progress.ts';
export { commandOutcomes } from './commands/command-rows.ts';
export { commandHandlers, queuedCommand, waitingCommands } from './commands/commands.ts';
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
export { deviceChanged, logDevice, logDevices } from './device-changes.ts';
export { deviceHandlers } from './device-handlers.ts';
export { activeAt, type CachedDevice, DeviceDirectory } from './directory.ts';
export {
  addDeviceInStock,
  addInstalledDevice,
  installedDevices,
  seedLatestValues,
} from './inventory/add-devices.ts';
export { createDevice } from './inventory/create-device.ts';
export { deviceWithSecret } from './inventory/credentials.ts';
export { type DeviceToDeploy, deployDevice, replaceDevice, takeBackDevices } from './inventory/deploy-device.ts';
export { findBySerial } from './inventory/find-by-serial.ts';
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
} from './lists/counts.ts';
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
} from './lists/device-facts.ts';
export { deviceRows } from './lists/device-rows.ts';
export { visibleDevice } from './lists/visible-device.ts';

import './events.ts';

export { declaredCommand } from './commands/assert-command.ts';
export { deviceProgress } from './commands/progress.ts';
export { failQueued, queueCommand } from './commands/queue-command.ts';
export type { SentCommand, UninstalledTo } from './events.ts';
export { changeOwner } from './inventory/owner.ts';
export {
  deviceOfStock,
  labelsOfStock,
  oldestDevices,
  oldestTokens,
  stockOf,
  tokenOfStock,
} from './inventory/stock.ts';
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
export { devicesPlaceable, visibleDevices } from './lists/visible-devices.ts';
export { reportedLockState } from './lock-state.ts';
export {
  type DevicePlacement,
  deviceToPlace,
  findDevices,
  placeDevice,
  uninstallDevice,
} from './placement.ts';
export { type SensorRegistry, sensorRegistry, valueOf } from './sensors.ts';
export { withdrawTokens } from './subscriptions/token-blocks.ts';
export { deviceTokenHandlers } from './subscriptions/token-handlers.ts';
export { applyTokens, devicesOfCompany } from './subscriptions/token-targets.ts';
export { addTokens, assignToken, changeTokenOwner, deviceToAssign } from './subscriptions/tokens.ts';
export { allDevices, devicesWithoutToken } from './subscriptions/without-token.ts';
