export { deviceAddress } from '../common/device-address.ts';
export { ChangeOwner } from './ChangeOwner.tsx';
export { CodeBlock } from './CodeBlock.tsx';
export { CommandHistory } from './CommandHistory.tsx';
export { CommandPanel } from './CommandPanel.tsx';
export { CommandProgress } from './CommandProgress.tsx';
export { ConnectionPanel } from './ConnectionPanel.tsx';
export { useCommandText, useCommandTexts } from './command-texts.ts';
export { DeviceBadges, DeviceFacts } from './DeviceBadges.tsx';
export { DeviceCard } from './DeviceCard.tsx';
export { DeviceChecks } from './DeviceChecks.tsx';
export { TokenChip } from './DeviceChips.tsx';
export { DeviceImport } from './DeviceImport.tsx';
export { DeviceLink } from './DeviceLink.tsx';
export { DeviceLog } from './DeviceLog.tsx';
export { DevicesInStock } from './DevicesInStock.tsx';
export { DevicesWithoutToken } from './DevicesWithoutToken.tsx';
export {
  type DeviceAppearance as DeviceLook,
  deviceAppearance as deviceLook,
  deviceState,
} from './device-appearance.ts';
export { deviceColumns, deviceFilters } from './device-columns.tsx';
export { InstallPanel, SubscribePanel } from './InventoryPanels.tsx';
export { type LinkCalls, LinkedDevices } from './LinkedDevices.tsx';
export { MainValues } from './MainValues.tsx';
export { OtherCustomerNotice, useAllClients, useOtherCustomer } from './other-customer.tsx';
export { PlaceDevice } from './PlaceDevice.tsx';
export { deviceTopic as topicOf, patchDevice, placeTopic as topicOfPlace, valuesIn } from './patch-device.ts';
export { SerialsField } from './SerialsField.tsx';
export { SuspendedNotice } from './SuspendPanel.tsx';
export { openDetector } from './scan/read-code.ts';
export { ScanButton } from './scan/ScanButton.tsx';
export { Scanner } from './scan/Scanner.tsx';
export { type SensorMark, SensorMarks, useSensorMarks } from './sensor-marks.ts';
export { useSensorTexts } from './sensor-texts.ts';
export { solutionIcon } from './solution-icon.ts';
export { useStructureOptions } from './structure-options.ts';
export { TokenList } from './TokenList.tsx';
export { TokenNotice } from './TokenNotice.tsx';
export { TokensOfCompany } from './TokensOfCompany.tsx';
export { type CommandCalls, isUnfinished, useCommands } from './use-commands.ts';
export { useDevice } from './use-device.ts';
export { useDevicesInStock, useStockOfCompany } from './use-devices-in-stock.ts';
export { useMayInstall } from './use-may-install.ts';
export { useModels } from './use-models.ts';
export { useStock } from './use-stock.ts';
export { useTokenTargets } from './use-token-targets.ts';
export { ValueTiles } from './ValueTiles.tsx';
