import type { Level } from '#core/alarms/common/rule.ts';
import type { DeviceDemo } from '#core/device-app/server/api.ts';
import type { HardwareModel } from '#core/devices/common/manifest.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { metrowatch } from '../app.ts';
import { elock, hardware, topfly } from '../common/devices.ts';
import { routes } from './demo-routes.ts';
import { lockRules } from './lock-rules.ts';
import { actAsLock, answerLock } from './virtual-locks.ts';

type Condition = Level['condition'];
const operational = { app: 'metrowatch', class: 'operational' } as const;
const level = (severity: Level['severity'], condition: Condition, seconds = 0): Level => ({
  severity,
  condition,
  trigger: seconds > 0 ? { type: 'duration', seconds } : { type: 'simple' },
});
const padlockSleep = { everySeconds: 1800, awakeSeconds: 60 };
/** One model of each solution of locks. The others of their rules begin with the templates. */
const lockModels = [1101, elock, 1901].map((id) => hardware.find((model) => model.id === id) as HardwareModel);
const inDemo = new Set(['jammed', 'door-held', 'cable-cut', 'unlocked-long', 'duress', 'cover-open', 'wrong-codes']);
const isTrue = (sensor: string): Condition => ({ sensor, is: '=', value: true });
const isFalse = (sensor: string): Condition => ({ sensor, is: '=', value: false });

/** The demo devices of the app, their rules and the behavior of their sensors. Source: swam-metrowatch.md §13, §23. */
export const demo: DeviceDemo = {
  app: metrowatch as unknown as AppManifest,
  serials: '70B3D5E4',
  behaviors: {
    battery: { typical: 84, noise: 1, drain: 0.4 },
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
    sos: { state: false, faultState: true },
    fall: { state: false },
    worn: { state: true },
    heartRate: { typical: 76, swing: 6, noise: 4 },
    stepCount: { growth: 420, swing: 300 },
    occupied: { state: true },
    slotField: { typical: 46, noise: 4 },
  },
  modelBehaviors: {
    1301: {
      temperature: { typical: 4.2, swing: 0.6, noise: 0.3, faultValue: 11, lowest: -40 },
      door: { state: false, faultState: true },
    },
  },
  routes,
  names: {
    11: { en: 'Lobby door', ar: 'باب البهو' },
    12: { en: 'Container', ar: 'الحاوية' },
    13: { en: 'Vaccine fridge', ar: 'ثلاجة اللقاحات' },
    14: { en: 'Generator', ar: 'المولد' },
    15: { en: 'Delivery van', ar: 'شاحنة التوصيل' },
    16: { en: 'Night guard', ar: 'حارس الليل' },
    19: { en: 'Cabinet', ar: 'الخزانة' },
    20: { en: 'Parking slot', ar: 'الموقف' },
  },
  everywhere: [],
  groups: { viewers: 'Site security', operators: 'غرفة المراقبة' },
  rules: [
    ...lockModels.flatMap(({ id, solution: solutionId }) =>
      lockRules(id)
        .filter(({ kind }) => inDemo.has(kind))
        .map((rule) => ({ ...rule, ...operational, titles: rule.titles ?? null, solutionId })),
    ),
    {
      ...operational,
      kind: 'door-open',
      name: 'Cold room door open',
      solutionId: 13,
      levels: [level('ok', isTrue('door'), 180), level('poor', isTrue('door'), 600)],
    },
    {
      ...operational,
      kind: 'power-lost',
      name: 'Power lost',
      solutionId: 13,
      levels: [level('poor', isFalse('externalPower')), level('problem', isFalse('externalPower'), 3600)],
    },
    {
      ...operational,
      kind: 'fence-exit',
      name: 'Asset left its geofence',
      solutionId: 14,
      levels: [level('poor', { place: 'leaves', geofenceId: null })],
    },
    { ...operational, kind: 'sos', name: 'SOS', solutionId: 16, levels: [level('problem', isTrue('sos'))] },
    { ...operational, kind: 'fall', name: 'Fall', solutionId: 16, levels: [level('problem', isTrue('fall'), 30)] },
    { ...operational, kind: 'not-worn', name: 'Not worn', solutionId: 16, levels: [level('ok', isFalse('worn'), 600)] },
  ],
  sleeps: { [elock]: padlockSleep, [topfly]: padlockSleep },
  acts: actAsLock,
  answerCommand(method, params, _values, memory) {
    if (method === 'locate' || method === 'findMe') return { reply: {} };
    if (method === 'clearSos') return { reply: {}, values: { sos: false } };
    return memory && answerLock(method, params, memory);
  },
};
