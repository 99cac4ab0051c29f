import type { Tone } from '#platform/web/ui/values/severity.ts';

/** The tones of the states of visits and findings. */
export const stateTones: Record<string, Tone> = {
  planned: 'none',
  'in-progress': 'ok',
  done: 'good',
  signed: 'good',
  missed: 'problem',
};

export const findingTones: Record<string, Tone> = {
  ok: 'good',
  catch: 'problem',
  false: 'none',
  'sprung-empty': 'poor',
  dirty: 'poor',
  damaged: 'problem',
  missing: 'problem',
  inaccessible: 'poor',
  moved: 'poor',
};
