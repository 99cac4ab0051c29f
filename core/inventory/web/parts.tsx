export { ChangeDeviceOwner } from './ChangeDeviceOwner.tsx';
export { DevicesInStock } from './DevicesInStock.tsx';
export { InstallPanel, SubscribePanel } from './InventoryPanels.tsx';
export { SerialsField } from './SerialsField.tsx';
export { useDevicesInStock, useStockOfCompany } from './use-devices-in-stock.ts';
