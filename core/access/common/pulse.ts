import type { LockModel } from './manifest.ts';

/**
 * For how many seconds an order opens a lock with this reported configuration; 0 if it stays open until it is locked.
 */
export function pulseSeconds(model: LockModel | undefined, attributes: Readonly<Record<string, unknown>>): number {
  if (!model?.pulse) return 0;
  const reported = (attributes.config as Readonly<Record<string, unknown>> | null | undefined)?.[model.pulse.setting];
  return typeof reported === 'number' ? reported : model.pulse.initial;
}
