/** The usual path of an app's page of devices that wait for their installation. */
export const inventoryPath = 'devices/inventory';
