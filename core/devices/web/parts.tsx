export { deviceAddress } from '../common/device-address.ts';
export { deviceDesk } from './api.ts';
export { useBatteryDays } from './BatteryLife.tsx';
export { ChangeOwner } from './ChangeOwner.tsx';
export { CodeBlock } from './connection/CodeBlock.tsx';
export { ConnectionPanel } from './connection/ConnectionPanel.tsx';
export { DeviceBadges, DeviceBadgesSkeleton, DeviceFacts, DeviceFactsSkeleton } from './DeviceBadges.tsx';
export { DeviceCard } from './DeviceCard.tsx';
export { TokenChip } from './DeviceChips.tsx';
export { DeviceLink } from './DeviceLink.tsx';
export { DeviceLog } from './DeviceLog.tsx';
export {
  type DeviceAppearance,
  deviceAppearance,
  deviceState,
} from './device-appearance.ts';
export { deviceColumns, deviceFilters } from './device-columns.tsx';
export { OtherCustomerNotice, useAllClients, useOtherCustomer } from './other-customer.tsx';
export { deviceTopic, patchDevice, placeTopic, valuesIn } from './patch-device.ts';
export { DeviceImport } from './placement/DeviceImport.tsx';
export { type DeviceLinkCalls, LinkedDevices } from './placement/LinkedDevices.tsx';
export { PlaceDevice, PlaceDeviceSkeleton } from './placement/PlaceDevice.tsx';
export { PlaceForm } from './placement/PlaceForm.tsx';
export { SuspendedNotice } from './placement/SuspendPanel.tsx';
export { useMayInstall } from './placement/use-may-install.ts';
export { fetchDetector } from './scan/read-code.ts';
export { ScanButton } from './scan/ScanButton.tsx';
export { Scanner } from './scan/Scanner.tsx';
export { solutionIcon } from './solution-icon.ts';
export { TokenNotice } from './TokenNotice.tsx';
export { type DeviceCalls, deviceCallsOf, useDevice } from './use-device.ts';
export { useLogActor, useLogTexts } from './use-log-texts.ts';
export { useCompanyModels } from './use-models.ts';
export { ChannelsPanel } from './values/ChannelsPanel.tsx';
export { MainValues } from './values/MainValues.tsx';
export { numbersOf } from './values/numbers-of.ts';
export { type SensorMark, SensorMarks, useSensorMarks } from './values/sensor-marks.ts';
export { type SensorTexts, useSensorTexts, useSensorTextsOf } from './values/sensor-texts.ts';
export { ValueTiles } from './values/ValueTiles.tsx';
