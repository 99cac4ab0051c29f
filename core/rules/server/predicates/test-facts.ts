import type { DeviceFacts } from './compiled-condition.ts';

/** What conditions know of a device that has not reported anything. */
export const noFacts: DeviceFacts = {
  value: () => undefined,
  change: () => undefined,
  step: () => undefined,
  silence: () => undefined,
  place: () => undefined,
  person: () => undefined,
  fences: () => undefined,
  attribute: () => undefined,
  events: () => 0,
};
