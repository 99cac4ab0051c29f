export const runStates = [
  'queued',
  'rendering',
  'held',
  'ready',
  'sent',
  'missed',
  'failed',
  'cancelled',
  'expired',
] as const;
export type RunState = (typeof runStates)[number];
