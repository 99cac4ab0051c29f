import type { Tone } from '#platform/web/ui/values/severity.ts';

export const trapTones: Record<string, Tone> = { armed: 'good', sprung: 'poor' };

export const verdictTones: Record<string, Tone> = {
  unverified: 'poor',
  catch: 'problem',
  false: 'none',
  service: 'none',
  activity: 'ok',
};
