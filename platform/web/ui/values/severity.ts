/** Severities of alarms. */
export const severities = ['problem', 'poor', 'ok', 'good'] as const;
export type Severity = (typeof severities)[number];
export type Tone = Severity | 'none';

/** The tones of common states; the `tones` of a chip add those of a page. */
export const defaultTones: Record<string, Tone> = {
  active: 'good',
  online: 'good',
  installed: 'good',
  engaged: 'good',
  confirmed: 'good',
  delivered: 'good',
  paid: 'good',
  unlocked: 'good',
  Active: 'good',
  ok: 'ok',
  good: 'good',
  pending: 'poor',
  unacknowledged: 'poor',
  low: 'poor',
  expired: 'poor',
  queued: 'poor',
  sent: 'poor',
  suspended: 'poor',
  Inactive: 'poor',
  escalated: 'poor',
  poor: 'poor',
  offline: 'problem',
  failed: 'problem',
  blocked: 'problem',
  jammed: 'problem',
  rejected: 'none',
  problem: 'problem',
  acknowledged: 'ok',
  open: 'ok',
  inventory: 'none',
  inactive: 'none',
  removed: 'none',
  cleared: 'none',
  terminated: 'none',
};
