import type { DeviceDemo } from '#core/device-app/server/api.ts';
import type { HardwareModel } from '#core/devices/common/manifest.ts';
import { level, sensorIs } from '#core/templates/server/api.ts';
import { metrowatch } from '../app.ts';
import { elock, hardware, topfly } from '../common/devices.ts';
import { actOnDays } from './demo-days.ts';
import { routes } from './demo-routes.ts';
import { lockRules } from './locks/lock-rules.ts';
import { actAsLock, answerLock } from './locks/virtual-locks.ts';

const ofApp = { app: 'metrowatch' } as const;
const padlockSleep = { everySeconds: 1800, awakeSeconds: 60 };
/** One model of each solution of locks. The others of their rules begin with the templates. */
const lockModels = [1101, elock, 1901].map((id) => hardware.find((model) => model.id === id) as HardwareModel);
const inDemo = new Set(['jammed', 'door-held', 'cable-cut', 'unlocked-long', 'duress', 'cover-open', 'wrong-codes']);
const isTrue = (sensor: string) => sensorIs(sensor, true);
const isFalse = (sensor: string) => sensorIs(sensor, false);

type Name = { en: string; ar: string };
/** The devices of each solution in turn. */
const names: Readonly<Record<number, readonly (Name & { from?: number; digits?: number })[]>> = {
  11: [
    { en: 'Lobby door', ar: 'باب البهو' },
    { en: 'Server room', ar: 'غرفة الخوادم' },
  ],
  12: [
    { en: 'Container', ar: 'الحاوية', from: 14 },
    { en: 'Fuel depot gate', ar: 'بوابة مستودع الوقود' },
  ],
  13: [
    { en: 'Vaccine fridge', ar: 'ثلاجة اللقاحات' },
    { en: 'Meat room', ar: 'غرفة اللحوم' },
  ],
  14: [{ en: 'Generator', ar: 'المولد', from: 3 }],
  15: [{ en: 'Van of Al Noor', ar: 'شاحنة النور' }],
  16: [{ en: 'Night guard', ar: 'حارس الليل' }],
  19: [{ en: 'Cabinet B', ar: 'الخزانة B', from: 2 }],
  20: [{ en: 'Slot V-', ar: 'الموقف V-', from: 7, digits: 2 }],
};

/** The nth name of a solution. Names with `from` are always numbered, the others from their second use. */
function nameOf(solution: number, nth: number): Name | undefined {
  const ofSolution = names[solution] ?? [];
  const name = ofSolution[nth % ofSolution.length];
  if (!name) return undefined;
  const round = Math.floor(nth / ofSolution.length);
  const number = String((name.from ?? 1) + round).padStart(name.digits ?? 0, '0');
  const joined = /[B-]$/.test(name.en) ? number : ` ${number}`;
  const end = round === 0 && name.from === undefined ? '' : joined;
  return { en: name.en + end, ar: name.ar + end };
}

/** The demo devices of the app, their rules and the behavior of their sensors. */
export const demo: DeviceDemo = {
  app: metrowatch,
  serials: '70B3D5E4',
  behaviors: {
    battery: { typical: 84, noise: 1, drain: 0.35 },
    rssi: { typical: -88, swing: 2, noise: 3, lowest: -150 },
    lockState: { state: 'locked', faultState: 'jammed' },
    lockCycles: { growth: 1.6, swing: 1.4 },
    door: { state: false },
    cableInserted: { state: true },
    motorFault: { state: false },
    wrongCodeTries: { typical: 0 },
    codeSlotsUsed: { typical: 4 },
    duress: { state: false },
    shock: { state: false },
    coverOpen: { state: false, faultState: true },
    temperature: { typical: 24, swing: 4, noise: 0.6 },
    humidity: { typical: 48, swing: 8, noise: 2 },
    setpoint: { typical: 4 },
    compressor: { state: true },
    defrost: { state: false },
    externalPower: { state: true },
    motion: { state: false },
    charging: { state: false },
    batteryVoltage: { typical: 3.7, noise: 0.02 },
    sos: { state: false },
    fall: { state: false },
    worn: { state: true },
    heartRate: { typical: 76, swing: 6, noise: 4 },
    stepCount: { growth: 420, swing: 300 },
    occupied: { state: false },
    slotField: { typical: 46, noise: 4 },
  },
  modelBehaviors: {
    1301: {
      // Its mean kinetic temperature of a month needs samples that are never far apart.
      temperature: { typical: 4.2, swing: 0.6, noise: 0.3, faultValue: 11, lowest: -40, dense: true },
      door: { state: false, faultState: true },
    },
  },
  routes,
  names: Object.fromEntries(Object.entries(names).map(([solution, [first]]) => [solution, first as Name])),
  nameOf,
  everywhere: [],
  groups: { viewers: 'Site security', operators: 'غرفة المراقبة' },
  rules: [
    ...lockModels.flatMap(({ id, solution: solutionId }) =>
      lockRules(id)
        .filter(({ kind }) => inDemo.has(kind))
        .map((rule) => ({ ...rule, ...ofApp, titles: rule.titles ?? null, solutionId })),
    ),
    {
      ...ofApp,
      kind: 'door-open',
      name: 'Cold room door open',
      solutionId: 13,
      levels: [level('ok', isTrue('door'), 180), level('poor', isTrue('door'), 600)],
    },
    {
      ...ofApp,
      kind: 'power-lost',
      name: 'Power lost',
      solutionId: 13,
      levels: [level('poor', isFalse('externalPower')), level('problem', isFalse('externalPower'), 3600)],
    },
    {
      ...ofApp,
      kind: 'fence-exit',
      name: 'Asset left its geofence',
      solutionId: 14,
      levels: [level('poor', { place: 'leaves', geofenceId: null })],
    },
    {
      ...ofApp,
      kind: 'dwell',
      name: 'Stands too long in a geofence',
      solutionId: 15,
      levels: [level('ok', { place: 'inside', geofenceId: null }, 40 * 60)],
    },
    {
      ...ofApp,
      kind: 'overstay',
      name: 'Parked too long',
      solutionId: 20,
      levels: [level('ok', isTrue('occupied'), 4 * 3600)],
    },
    { ...ofApp, kind: 'sos', name: 'SOS', solutionId: 16, levels: [level('problem', isTrue('sos'))] },
    { ...ofApp, kind: 'fall', name: 'Fall', solutionId: 16, levels: [level('problem', isTrue('fall'), 30)] },
    { ...ofApp, kind: 'not-worn', name: 'Not worn', solutionId: 16, levels: [level('ok', isFalse('worn'), 600)] },
  ],
  sleeps: { [elock]: padlockSleep, [topfly]: padlockSleep },
  acts: (hardwareId, now, memory) => actAsLock(hardwareId, now, memory) ?? actOnDays(hardwareId, now, memory),
  answerCommand(method, params, _values, memory) {
    if (method === 'locate' || method === 'findMe') return { reply: {} };
    if (method === 'clearSos') return { reply: {}, values: { sos: false } };
    return memory && answerLock(method, params, memory);
  },
};
