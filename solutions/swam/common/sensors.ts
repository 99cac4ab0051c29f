import type { CheckSpec, HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { boolean, choice, counterSensor, number } from '#core/devices/common/models/sensor-types.ts';

const meter = 'devices/meter/{id}';

export const solutions: readonly Solution[] = [
  { id: 1, key: 'water-quality', icon: 'flask' },
  { id: 2, key: 'water-level', icon: 'ripple' },
  { id: 3, key: 'water-flow', icon: 'droplet' },
  { id: 4, key: 'indoor-air', icon: 'wind' },
  { id: 5, key: 'outdoor-air', icon: 'cloud' },
  { id: 6, key: 'gas-detection', icon: 'alert-triangle', offline: 'problem' },
  { id: 7, key: 'gas-meter', icon: 'flame', page: meter },
  { id: 8, key: 'water-meter', icon: 'gauge', page: meter },
  { id: 9, key: 'chiller', icon: 'snowflake', page: meter },
  { id: 10, key: 'control-unit', icon: 'adjustments', page: 'devices/control-unit/{id}' },
  { id: 17, key: 'electricity-meter', icon: 'bolt', page: meter },
  { id: 18, key: 'temperature-probe', icon: 'temperature' },
];

/** The sensor types of this app. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  number(11, 'level', 'm', [0, 30], 2, 2.4),
  number(12, 'fillPercent', '%', [0, 100], 0, 72),
  // The name of the quantity says it all: pH has no unit.
  number(14, 'ph', '', [0, 14], 2, 7.32),
  number(15, 'turbidity', 'NTU', [0, 4000], 2, 0.6),
  number(16, 'chlorine', 'mg/L', [0, 20], 2, 0.8),
  number(17, 'conductivity', 'µS/cm', [0, 200_000], 0, 640),
  number(18, 'tds', 'mg/L', [0, 100_000], 0, 410),
  number(19, 'orp', 'mV', [-2000, 2000], 0, 680),
  number(20, 'dissolvedOxygen', 'mg/L', [0, 25], 2, 7.4),
  boolean(22, 'leak'),
  counterSensor(25, 'reverseVolume', 'm³', 3, 0.042),
  number(37, 'formaldehyde', 'µg/m³', [0, 5000], 0, 24),
  number(38, 'no2', 'ppb', [0, 5000], 1, 18.5),
  number(39, 'so2', 'ppb', [0, 5000], 1, 4.2),
  number(41, 'methane', '% LEL', [0, 100], 1, 0.4),
  number(42, 'carbonMonoxide', 'ppm', [0, 2000], 0, 3),
  number(43, 'hydrogenSulfide', 'ppm', [0, 500], 1, 0.2),
  number(44, 'oxygen', '% vol', [0, 30], 1, 20.9),
  number(45, 'lpg', '% LEL', [0, 100], 1, 0.3),
  boolean(46, 'buzzer'),
  counterSensor(51, 'gasVolume', 'm³', 3, 512.75),
  number(52, 'gasFlow', 'm³/h', [0, 1000], 3, 0.42),
  counterSensor(61, 'thermalEnergy', 'kWh', 1, 8450.5),
  number(62, 'supplyTemperature', '°C', [-20, 150], 1, 6.4),
  number(63, 'returnTemperature', '°C', [-20, 150], 1, 12.1),
  number(64, 'coolingPower', 'kW', [0, 100_000], 1, 46.2),
  number(65, 'chilledFlow', 'm³/h', [0, 10_000], 2, 6.85),
  counterSensor(79, 'reactiveEnergy', 'kvarh', 2, 402.75),
  counterSensor(80, 'exportEnergy', 'kWh', 2, 96.4),
  // Exports show the status only.
  choice(164, 'valve', ['open', 'closed', 'opening', 'closing', 'stuck']),
  boolean(165, 'relay'),
  number(166, 'valvePosition', '%', [0, 100], 0, 100),
  boolean(167, 'pump'),
  boolean(168, 'manualMode'),
  boolean(169, 'backflow'),
];

/** Trade names stay as they are printed on the device. */
const model = (
  id: number,
  solution: number,
  tradeName: string,
  reportEverySeconds: number,
  ...sensors: string[]
): HardwareModel => ({
  id,
  solution,
  name: { en: tradeName, ar: tradeName },
  reportEverySeconds,
  interval: { min: 10, max: 3600 },
  sensors: [...sensors, 'battery', 'rssi'],
});

/** A model on battery, whose devices wake at each interval. */
const sleeping = (model: HardwareModel): HardwareModel => ({
  ...model,
  connectivity: 'interval',
  interval: [300, 600, 900, 1800, 3600, 7200, 21_600, 86_400],
  settings: { transmitPower: { kind: 'number', unit: 'dBm', min: 2, max: 20, default: 14 } },
});

const calibration: Omit<CheckSpec, 'everyDays'> = {
  alarm: 'calibration-due',
  soon: { days: 30, severity: 'ok' },
  overdue: 'poor',
};

const phases = (quantity: string) => ['L1', 'L2', 'L3'].map((phase) => `${quantity}${phase}`);

export const hardware: readonly HardwareModel[] = [
  {
    ...model(101, 1, 'AquaLab 4', 300, 'ph', 'turbidity', 'chlorine', 'conductivity', 'temperature'),
    checks: { calibration: { ...calibration, everyDays: 90 } },
  },
  {
    ...model(201, 2, 'TankEye U3', 60, 'level', 'fillPercent', 'temperature'),
    settings: {
      tankShape: { kind: 'choice', options: ['upright', 'lying', 'box'], default: 'upright' },
      tankHeight: { kind: 'number', unit: 'm', min: 0.2, max: 30, default: 3.2 },
      tankVolume: { kind: 'number', unit: 'm³', min: 0.1, max: 100_000, default: 20 },
    },
  },
  model(301, 3, 'LeakGuard F1', 60, 'flow', 'pressure', 'volume', 'leak'),
  model(401, 4, 'AirSense Indoor', 60, 'co2', 'temperature', 'humidity', 'pm25', 'tvoc', 'formaldehyde'),
  model(501, 5, 'AirSense Outdoor', 300, 'pm25', 'pm10', 'ozone', 'no2', 'so2', 'temperature', 'humidity'),
  {
    ...model(601, 6, 'GasWatch 3', 30, 'methane', 'lpg', 'carbonMonoxide', 'hydrogenSulfide', 'oxygen', 'buzzer'),
    checks: {
      'bump-test': { everyDays: 90, alarm: 'bump-test-due', overdue: 'ok' },
      calibration: { ...calibration, everyDays: 180 },
    },
  },
  sleeping(model(701, 7, 'GasMeter G4', 900, 'gasVolume', 'gasFlow', 'pressure')),
  model(801, 8, 'WaterMeter DN20', 300, 'volume', 'flow', 'pressure', 'reverseVolume', 'leak', 'backflow'),
  model(
    901,
    9,
    'ChillMeter BTU',
    300,
    'thermalEnergy',
    'coolingPower',
    'chilledFlow',
    'supplyTemperature',
    'returnTemperature',
  ),
  model(1001, 10, 'FlowControl V2', 60, 'valve', 'valvePosition', 'relay', 'pump', 'manualMode'),
  model(1701, 17, 'PowerMeter 1P', 60, 'energy', 'power', 'voltageL1', 'currentL1', 'powerFactor', 'frequency'),
  model(
    1703,
    17,
    'PowerMeter 3P',
    60,
    'energy',
    'power',
    ...phases('voltage'),
    ...phases('current'),
    'powerFactor',
    'frequency',
    'reactiveEnergy',
    'exportEnergy',
  ),
  sleeping(model(1801, 18, 'ThermoProbe 1', 300, 'probe1')),
  sleeping(model(1803, 18, 'ThermoProbe 3', 300, 'probe1', 'probe2', 'probe3')),
];
