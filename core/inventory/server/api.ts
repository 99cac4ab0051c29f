export { addDeviceInStock, addInstalledDevice } from './add-devices.ts';
export { createDevice } from './create-device.ts';
export { type DeviceToDeploy, deployDevice, replaceDevice, takeBackDevices } from './deploy-device.ts';
export { deviceInventoryHandlers } from './device-handlers.ts';
export { changeOwner } from './owner.ts';
export { deviceOfStock, labelsOfStock, oldestDevices, stockOf } from './stock.ts';
