export { batteriesDue, type DeviceBattery, recordForecasts, replaceSoon } from './battery-forecasts.ts';
export {
  isConfigured,
  mergeConfigs,
  recordTemplates,
  reportedConfigs,
  storeKeptSettings,
  templateStatesOf,
} from './config.ts';
export { deviceWithSecret, signedOutDevices } from './credentials/credentials.ts';
export { deviceChanged, logDevice, logDevices, renameDevices } from './device-changes.ts';
export { deviceHandlers, readDeviceDetail } from './device-handlers.ts';
export { activeAt, type CachedDevice, DeviceDirectory, intervalOf } from './directory.ts';
export {
  appsWithDevices,
  type CompanyDevices,
  type DeviceCount,
  type DeviceGroup,
  deviceCounts,
  deviceGroups,
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
  deviceLogLines,
  deviceName,
  deviceNamed,
  deviceValidity,
  hardwareNames,
  keptSettings,
  lastSeenByDevice,
  newestValues,
  ownPathStates,
  reportedAttributes,
} from './lists/device-facts.ts';
export { deviceHistoryHandlers } from './lists/device-history.ts';
export { loggedLines } from './lists/device-log.ts';
export { deviceRows } from './lists/device-rows.ts';
export { findBySerial } from './lists/find-by-serial.ts';
export { deviceSuggestions } from './lists/suggestions.ts';
export { visibleDevice } from './lists/visible-device.ts';

import './events.ts';

export { type ChannelValue, recordChannels } from './channels.ts';
export { deviceSecretHash, setCredential } from './credentials/device-secret.ts';
export { lockProvisionable, recordProvisioned } from './credentials/provisioned-device.ts';
export {
  copyToInventory,
  type DeployedDevice,
  hasSameSerial,
  insertDeployed,
  insertDevice,
  lockDeployed,
  type NewDevice,
  recordDeployed,
  removeFromInventory,
  removeSecrets,
  stateOfSerial,
} from './device-records.ts';
export type { UninstalledTo } from './events.ts';
export { installedDevices, seedLastSeen, seedLatestValues } from './installed-devices.ts';
export {
  type Connected,
  type HeardDevice,
  type LatestColumns,
  recordBattery,
  recordLastSeen,
  recordLatest,
  seenEveryMs,
} from './latest.ts';
export { deviceLinkHandlers, linkDevices, linkedActors, watchedDevices } from './links.ts';
export { findInInventory } from './lists/find-in-inventory.ts';
export { deviceProgress } from './lists/progress.ts';
export {
  devicesOfCompany,
  deviceToAssign,
  lockCommandsOf,
  lockDevice,
  lockDevicesOf,
  lockForCommand,
  type SeenDevice,
  seenDevice,
} from './lists/seen-device.ts';
export { deviceLimits, devicesPlaceable, visibleDevices } from './lists/visible-devices.ts';
export { allDevices, devicesWithoutToken, findDevicesWithoutToken } from './lists/without-token.ts';
export { reportedLockState } from './lock-state.ts';
export { mergeDeviceAttributes } from './merge-attributes.ts';
export { bulkHandler, changeDevices } from './placement/bulk-changes.ts';
export { devicePlaces } from './placement/device-places.ts';
export {
  type DevicePlacement,
  deviceToPlace,
  findDevices,
  lockPlaced,
  placeDevice,
  placeDevices,
  type TargetPlace,
  takeOut,
  uninstallDevice,
} from './placement/placement.ts';
export { placesAt } from './placement/places-at.ts';
export { type SensorRegistry, sensorRegistry, valueOf } from './sensors.ts';
export { type OwnPath, type OwnPathState, watchPaths } from './silence/own-paths.ts';
export { type PathOfDevice, type SeenPath, seenOnPath } from './silence/paths.ts';
export type { OfflineDevice } from './silence/silence.ts';
export { lockedClocks, resetSilence } from './silence/supervision.ts';
