import { DeviceOverview, type SolutionPanels } from '#core/device-app/web/parts.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { parkingOccupancy } from '../common/parking.ts';

const panels: SolutionPanels = {
  [parkingOccupancy]: {
    Panel: lazyPart(() => import('./ParkingPanel.tsx').then((module) => module.ParkingPanel)),
    shows: [],
  },
};

/** The page of a parking slot. */
export const ParkingPage = () => <DeviceOverview panels={panels} />;
