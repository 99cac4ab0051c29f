import { lockStates } from '../lock-states.ts';
import type { SensorType } from '../manifest.ts';
import { boolean, choice, counterSensor, number } from './sensor-types.ts';

const phase = (...quantity: Parameters<typeof number>): SensorType => ({ ...number(...quantity), phase: true });

/**
 * Quantities that devices of any app can measure. Models refer to them by key. Ids never change and are never reused.
 * Apps add their own sensor types.
 */
export const quantities: readonly SensorType[] = [
  number(1, 'battery', '%', [0, 100], 0, 87),
  number(2, 'rssi', 'dBm', [-150, 0], 0, -71),
  boolean(3, 'tamper'),
  number(13, 'temperature', '°C', [-100, 150], 1, 23.4),
  number(21, 'flow', 'L/min', [0, 10_000], 1, 6.5),
  counterSensor(23, 'volume', 'm³', 3, 128.406),
  number(24, 'pressure', 'bar', [0, 100], 2, 3.2),
  number(31, 'co2', 'ppm', [0, 20_000], 0, 620),
  number(32, 'humidity', '%', [0, 100], 0, 48),
  number(33, 'pm25', 'µg/m³', [0, 2000], 1, 12.5),
  number(34, 'pm10', 'µg/m³', [0, 2000], 1, 24.8),
  number(35, 'tvoc', 'ppb', [0, 60_000], 0, 180),
  number(36, 'ozone', 'ppb', [0, 2000], 1, 31.5),
  counterSensor(71, 'energy', 'kWh', 2, 1840.25),
  number(72, 'power', 'kW', [-10_000, 10_000], 2, 4.6),
  phase(73, 'voltageL1', 'V', [0, 1000], 1, 230.4),
  phase(74, 'voltageL2', 'V', [0, 1000], 1, 231.1),
  phase(75, 'voltageL3', 'V', [0, 1000], 1, 229.8),
  phase(76, 'currentL1', 'A', [0, 10_000], 2, 8.4),
  phase(77, 'currentL2', 'A', [0, 10_000], 2, 7.9),
  phase(78, 'currentL3', 'A', [0, 10_000], 2, 8.1),
  phase(81, 'probe1', '°C', [-200, 1000], 1, 4.2),
  phase(82, 'probe2', '°C', [-200, 1000], 1, 4.6),
  phase(83, 'probe3', '°C', [-200, 1000], 1, -18.3),
  number(201, 'batteryVoltage', 'V', [0, 60], 3, 3.612),
  boolean(202, 'charging'),
  boolean(203, 'externalPower'),
  number(204, 'snr', 'dB', [-30, 30], 1, 8.5),
  number(206, 'light', 'lx', [0, 200_000], 0, 420),
  boolean(207, 'motion'),
  number(208, 'vibration', 'g', [0, 16], 2, 0.04),
  boolean(209, 'shock'),
  number(210, 'tilt', '°', [0, 180], 0, 2),
  boolean(211, 'door'),
  boolean(212, 'coverOpen'),
  counterSensor(213, 'openings', '', 0, 57),
  boolean(214, 'occupied'),
  number(215, 'distance', 'cm', [0, 5000], 1, 84.5),
  number(217, 'frequency', 'Hz', [40, 70], 2, 50.01),
  number(218, 'powerFactor', '', [-1, 1], 3, 0.963),
  number(219, 'airPressure', 'hPa', [300, 1100], 1, 1012.6),
  number(220, 'noise', 'dBA', [0, 140], 1, 46.2),
  counterSensor(221, 'peopleIn', '', 0, 214),
  counterSensor(222, 'peopleOut', '', 0, 209),
  boolean(223, 'sos'),
  counterSensor(224, 'odometer', 'km', 3, 15230.482),
  boolean(225, 'ignition'),
  number(226, 'externalVoltage', 'V', [0, 1000], 2, 12.6),
  number(228, 'clockOffset', 's', [-1e8, 1e8], 0, 0),
  choice(231, 'lockState', lockStates),
  boolean(232, 'cableInserted'),
  boolean(233, 'motorFault'),
  number(234, 'wrongCodeTries', '', [0, 255], 0, 0),
  number(235, 'codeSlotsUsed', '', [0, 65_535], 0, 14),
  boolean(236, 'duress'),
];

/** Sensors that every device can report in addition to those of its model. */
export const commonSensors: ReadonlySet<string> = new Set(['battery', 'rssi', 'tamper', 'clockOffset']);
