import { indoorSensors } from '#core/device-app/common/indoor-air.ts';
import { DeviceOverview, type SolutionPanels } from '#core/device-app/web/parts.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { gasSensors } from '../common/derived/gas-exposure.ts';
import { qualitySensors } from '../common/derived/water-quality.ts';

const probes = ['probe1', 'probe2', 'probe3'];
const panels: SolutionPanels = {
  1: { Panel: lazyPart(() => import('./panels/WaterQuality.tsx').then((m) => m.WaterQuality)), shows: qualitySensors },
  2: {
    Panel: lazyPart(() => import('./panels/TankPanel.tsx').then((m) => m.TankPanel)),
    shows: ['level', 'fillPercent'],
    charts: ['fillPercent'],
  },
  3: {
    Panel: lazyPart(() => import('./panels/FlowPanel.tsx').then((m) => m.FlowPanel)),
    shows: ['flow', 'leak', 'pressure', 'volume'],
  },
  4: { Panel: lazyPart(() => import('./panels/IndoorAir.tsx').then((m) => m.IndoorAir)), shows: indoorSensors },
  5: {
    Panel: lazyPart(() => import('./panels/OutdoorAir.tsx').then((m) => m.OutdoorAir)),
    shows: ['pm25', 'pm10', 'ozone'],
    charts: ['pm25', 'pm10'],
  },
  6: {
    Panel: lazyPart(() => import('./panels/GasPanel.tsx').then((m) => m.GasPanel)),
    shows: [...gasSensors, 'buzzer'],
  },
  18: {
    Panel: lazyPart(() => import('./panels/ProbesPanel.tsx').then((m) => m.ProbesPanel)),
    shows: probes,
    charts: probes,
  },
};

/** The page of a device that is neither a meter nor a control unit. */
export const DevicePage = () => <DeviceOverview panels={panels} />;
