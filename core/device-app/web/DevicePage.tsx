import { DeviceOverview } from './DeviceOverview.tsx';

/** The device page of an app without panels of its own. */
export const DevicePage = () => <DeviceOverview />;
