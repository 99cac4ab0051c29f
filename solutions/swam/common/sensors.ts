import type { HardwareModel, SensorType, Solution } from '#platform/common/define-app.ts';

/** Source: decisions.md, "Apps". */
export const solutions: readonly Solution[] = [
  { id: 1, key: 'water-quality', icon: 'flask' },
  { id: 2, key: 'water-level', icon: 'ripple' },
  { id: 3, key: 'water-flow', icon: 'droplet' },
  { id: 4, key: 'indoor-air', icon: 'wind' },
  { id: 5, key: 'outdoor-air', icon: 'cloud' },
  { id: 6, key: 'gas-detection', icon: 'alert-triangle' },
  { id: 7, key: 'gas-meter', icon: 'flame', view: 'meter' },
  { id: 8, key: 'water-meter', icon: 'gauge', view: 'meter' },
  { id: 9, key: 'chiller', icon: 'snowflake', view: 'meter' },
  { id: 10, key: 'control-unit', icon: 'adjustments', view: 'control-unit' },
  { id: 17, key: 'electricity-meter', icon: 'bolt', view: 'meter' },
  { id: 18, key: 'temperature-probe', icon: 'temperature' },
];

const number = (
  id: number,
  key: string,
  unit: string,
  min: number,
  max: number,
  decimals: number,
  ...of: number[]
): SensorType => ({ id, key, unit, kind: 'number', min, max, decimals, solutions: of });
const total = (id: number, key: string, unit: string, decimals: number, ...of: number[]): SensorType => ({
  id,
  key,
  unit,
  kind: 'number',
  min: 0,
  max: 1e9,
  decimals,
  counter: true,
  solutions: of,
});

const phase = (...of: Parameters<typeof number>): SensorType => ({ ...number(...of), phase: true });

export const sensorTypes: readonly SensorType[] = [
  number(11, 'level', 'm', 0, 30, 2, 2),
  number(12, 'fillPercent', '%', 0, 100, 0, 2),
  number(13, 'temperature', '°C', -60, 150, 1, 1, 2, 4, 5, 9, 18),
  number(14, 'ph', 'pH', 0, 14, 2, 1),
  number(15, 'turbidity', 'NTU', 0, 4000, 2, 1),
  number(16, 'chlorine', 'mg/L', 0, 20, 2, 1),
  number(17, 'conductivity', 'µS/cm', 0, 200_000, 0, 1),
  number(21, 'flow', 'L/min', 0, 10_000, 1, 3, 8),
  { id: 22, key: 'leak', unit: '', kind: 'boolean', solutions: [3] },
  total(23, 'volume', 'm³', 3, 3, 8),
  number(24, 'pressure', 'bar', 0, 100, 2, 3, 7),
  number(31, 'co2', 'ppm', 0, 20_000, 0, 4),
  number(32, 'humidity', '%', 0, 100, 0, 4, 5),
  number(33, 'pm25', 'µg/m³', 0, 2000, 1, 4, 5),
  number(34, 'pm10', 'µg/m³', 0, 2000, 1, 5),
  number(35, 'tvoc', 'ppb', 0, 60_000, 0, 4),
  number(36, 'ozone', 'ppb', 0, 2000, 1, 5),
  number(41, 'methane', '% LEL', 0, 100, 1, 6),
  number(42, 'carbonMonoxide', 'ppm', 0, 2000, 0, 6),
  number(43, 'hydrogenSulfide', 'ppm', 0, 500, 1, 6),
  total(51, 'gasVolume', 'm³', 3, 7),
  total(61, 'thermalEnergy', 'kWh', 1, 9),
  number(62, 'supplyTemperature', '°C', -20, 150, 1, 9),
  number(63, 'returnTemperature', '°C', -20, 150, 1, 9),
  number(64, 'coolingPower', 'kW', 0, 100_000, 1, 9),
  total(71, 'energy', 'kWh', 2, 17),
  number(72, 'power', 'kW', -10_000, 10_000, 2, 17),
  phase(73, 'voltageL1', 'V', 0, 1000, 1, 17),
  phase(74, 'voltageL2', 'V', 0, 1000, 1, 17),
  phase(75, 'voltageL3', 'V', 0, 1000, 1, 17),
  phase(81, 'probe1', '°C', -200, 1000, 1, 18),
  phase(82, 'probe2', '°C', -200, 1000, 1, 18),
  phase(83, 'probe3', '°C', -200, 1000, 1, 18),
  // Exports show its status word only. Source: decisions.md.
  { id: 164, key: 'valve', unit: '', kind: 'text', solutions: [10] },
  { id: 165, key: 'relay', unit: '', kind: 'boolean', solutions: [10] },
];

const model = (
  id: number,
  solution: number,
  en: string,
  ar: string,
  reportEverySeconds: number,
  ...sensors: string[]
): HardwareModel => ({ id, solution, name: { en, ar }, reportEverySeconds, sensors: [...sensors, 'battery', 'rssi'] });

export const hardware: readonly HardwareModel[] = [
  model(101, 1, 'AquaLab 4', 'أكوا لاب 4', 300, 'ph', 'turbidity', 'chlorine', 'conductivity', 'temperature'),
  model(201, 2, 'TankEye U3', 'عين الخزان U3', 60, 'level', 'fillPercent', 'temperature'),
  model(301, 3, 'LeakGuard F1', 'حارس التسرب F1', 60, 'flow', 'pressure', 'volume', 'leak'),
  model(401, 4, 'AirSense Indoor', 'مستشعر الهواء الداخلي', 60, 'co2', 'temperature', 'humidity', 'pm25', 'tvoc'),
  model(501, 5, 'AirSense Outdoor', 'مستشعر الهواء الخارجي', 300, 'pm25', 'pm10', 'ozone', 'temperature', 'humidity'),
  model(601, 6, 'GasWatch 3', 'مراقب الغاز 3', 30, 'methane', 'carbonMonoxide', 'hydrogenSulfide'),
  model(701, 7, 'GasMeter G4', 'عداد الغاز G4', 900, 'gasVolume', 'pressure'),
  model(801, 8, 'WaterMeter DN20', 'عداد المياه DN20', 300, 'volume', 'flow'),
  model(
    901,
    9,
    'ChillMeter BTU',
    'عداد التبريد BTU',
    300,
    'thermalEnergy',
    'coolingPower',
    'supplyTemperature',
    'returnTemperature',
  ),
  model(1001, 10, 'FlowControl V2', 'وحدة التحكم V2', 60, 'valve', 'relay'),
  model(1701, 17, 'PowerMeter 1P', 'عداد كهرباء أحادي الطور', 60, 'energy', 'power', 'voltageL1'),
  model(
    1703,
    17,
    'PowerMeter 3P',
    'عداد كهرباء ثلاثي الأطوار',
    60,
    'energy',
    'power',
    'voltageL1',
    'voltageL2',
    'voltageL3',
  ),
  model(1801, 18, 'ThermoProbe 1', 'مجس حرارة أحادي', 300, 'probe1'),
  model(1803, 18, 'ThermoProbe 3', 'مجس حرارة ثلاثي', 300, 'probe1', 'probe2', 'probe3'),
];
