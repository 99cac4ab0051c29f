import { clear, type Effect, log, raise, zone } from './effects.ts';
import type { SignalKind } from './kinds.ts';

/** The first letter of the codes about zones, with the kind of alarm that they raise. */
const zoneTypes = {
  B: 'intrusion',
  F: 'fire',
  G: 'gas',
  H: 'hold-up',
  K: 'fire',
  M: 'medical',
  P: 'panic',
  Q: 'medical',
  S: 'fire',
  U: 'intrusion',
  W: 'water',
  Z: 'technical',
} as const satisfies Record<string, SignalKind>;

/** The second letter: the same for each type of zone. */
const conditions = (kind: SignalKind): Record<string, Effect> => ({
  A: raise(kind, 'zone'),
  B: zone({ bypassed: true }),
  H: clear([kind], 'zone'),
  J: zone({ fault: false, missing: false }, { clears: ['fault', 'zone-missing'] }),
  R: zone({ fault: false, missing: false }, { clears: [kind, 'fault', 'zone-missing'] }),
  S: raise('fault', 'zone', { zone: { fault: true } }),
  T: raise('fault', 'zone', { zone: { fault: true } }),
  U: zone({ bypassed: false }),
});

const missing = raise('zone-missing', 'zone', { zone: { missing: true } });

/** The codes of SIA DC-03 about zones: a letter for the type of the zone, and one for what happened there. */
export const siaZoneCodes: Readonly<Record<string, Effect>> = {
  ...Object.fromEntries(
    Object.entries(zoneTypes).flatMap(([type, kind]) =>
      Object.entries(conditions(kind)).map(([condition, effect]) => [type + condition, effect]),
    ),
  ),
  BC: { ...log('user'), cancels: true },
  BD: raise('zone-swinging', 'zone'),
  BE: clear(['zone-swinging'], 'zone'),
  BG: raise('intrusion', 'zone'),
  BM: raise('intrusion', 'zone', { verified: true }),
  BV: raise('intrusion', 'zone', { verified: true }),
  BX: log('zone'),
  BZ: missing,
  FC: { ...log('user'), cancels: true },
  FG: raise('fire', 'zone'),
  FI: { ...log(), test: 'begin' },
  FK: { ...log(), test: 'end' },
  FL: log('user'),
  FM: raise('fire', 'zone', { verified: true }),
  FQ: zone({ fault: false }, { clears: ['fault'] }),
  FV: zone({ fault: false }, { clears: ['fault'] }),
  FW: raise('fault', 'zone', { zone: { fault: true } }),
  FX: log('zone'),
  FY: missing,
  FZ: missing,
  GX: log('zone'),
  TA: raise('tamper', 'zone', { zone: { tamper: true } }),
  TB: zone({ bypassed: true }),
  TH: zone({ tamper: false }, { clears: ['tamper'] }),
  TJ: zone({ tamper: false }, { clears: ['tamper'] }),
  TR: zone({ tamper: false }, { clears: ['tamper'] }),
  TT: raise('tamper', 'zone', { zone: { tamper: true } }),
  TU: zone({ bypassed: false }),
  UG: raise('intrusion', 'zone'),
  UX: raise('intrusion', 'zone'),
  UY: missing,
  // A zone of an armed group that is gone may have been torn off.
  UZ: raise('intrusion', 'zone', { zone: { missing: true } }),
};
