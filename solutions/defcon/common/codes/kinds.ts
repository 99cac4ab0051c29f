/** Kinds of alarms that concern people at the premises: somebody has to act. */
export const intrusionKinds = [
  'hold-up',
  'duress',
  'panic',
  'fire',
  'gas',
  'medical',
  'intrusion',
  'tamper',
  'water',
  'technical',
  'entry-exit-error',
  'arm-failed',
  'late-to-arm',
  'open-outside-schedule',
  'forced-arm',
  'wrong-code',
  'unclassified',
] as const;

/** Kinds of alarms about the equipment that a signal can raise or clear. */
export const troubleKinds = [
  'mains-lost',
  'battery-low',
  'battery-missing',
  'fault',
  'zone-missing',
  'zone-swinging',
  'siren-fault',
  'path-lost',
] as const;

/** Kinds of alarms about the equipment that the platform notices by itself. */
export const noticedKinds = [
  ...(['panel-offline', 'wrong-key', 'unencrypted', 'clock-wrong', 'flooding'] as const),
  ...(['no-test', 'permit-expiring', 'monitoring-lapsed', 'contract-ending'] as const),
] as const;

/** The kinds of alarms that a signal of a panel can raise. */
export type SignalKind = (typeof intrusionKinds)[number] | (typeof troubleKinds)[number];
