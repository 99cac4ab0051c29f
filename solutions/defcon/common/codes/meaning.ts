import { contactIdCodes } from './contact-id-codes.ts';
import { type Effect, log } from './effects.ts';
import type { SignalKind } from './kinds.ts';
import { siaCodes } from './sia-codes.ts';

export const qualifiers = ['new', 'restore', 'status'] as const;
export type Qualifier = (typeof qualifiers)[number];

/**
 * What a panel has reported: a code of SIA (two letters) or, if it speaks Contact ID, that (three digits). Codes of Contact ID
 * are not turned into those of SIA, because some have no equal.
 */
export type Signal = { code?: string | null; contactId?: string | null; qualifier: Qualifier };

export type Meaning = Omit<Effect, 'raises' | 'clears'> & {
  /** The kind of alarm that it raises; null: it raises none. */
  kind: SignalKind | null;
  clears: readonly SignalKind[];
  /** Whether the code is in the tables. */
  known: boolean;
};

const of = ({ raises, clears = [], ...effect }: Effect, known = true): Meaning => ({
  ...effect,
  kind: raises,
  clears,
  known,
});

/** A restore of a code without one of its own: what it had raised is over, and what it had changed is back. */
function restored({ raises, zone, about }: Effect): Effect {
  const back = Object.fromEntries(Object.entries(zone ?? {}).map(([part, value]) => [part, !value]));
  return { raises: null, about, ...(raises ? { clears: [raises] } : {}), ...(zone ? { zone: back } : {}) };
}

/**
 * The meaning of a signal. A new one with a code in no table is an alarm without a name: it rings, and is never dropped. A
 * report that a condition is still there changes nothing.
 */
export function meaningOf({ code, contactId, qualifier }: Signal): Meaning {
  const numbered = contactId ? contactIdCodes.get(contactId) : undefined;
  const lettered = contactId || !code ? undefined : siaCodes.get(code.toUpperCase());
  if (!numbered && !lettered)
    return of(qualifier === 'new' ? { raises: 'unclassified', about: 'zone' } : log('zone'), false);
  const begun = (numbered?.new ?? lettered) as Effect;
  if (qualifier === 'status') return of(log(begun.about));
  if (qualifier === 'new') return of(begun);
  return of(numbered ? numbered.restore : restored(begun));
}

/** The key of a signal's name in the texts of codes; undefined for a code in no table. */
export function nameKeyOf({ code, contactId, qualifier }: Signal): string | undefined {
  if (contactId) {
    const numbered = contactIdCodes.get(contactId);
    if (!numbered) return undefined;
    const closes = qualifier === 'restore' && numbered.restore.group && numbered.restore !== numbered.new;
    return closes ? `closing.${contactId}` : `contactId.${contactId}`;
  }
  return code && siaCodes.has(code.toUpperCase()) ? `sia.${code.toUpperCase()}` : undefined;
}

/** Whether the name is that of a condition that the signal says is over or, for a status, still there. */
export function nameFrameOf(signal: Signal): 'frame.restored' | 'frame.still' | null {
  if (signal.qualifier === 'status') return 'frame.still';
  const numbered = signal.contactId ? contactIdCodes.get(signal.contactId) : undefined;
  const same = numbered && (numbered.restore.group !== undefined || numbered.restore === numbered.new);
  return signal.qualifier === 'restore' && !same ? 'frame.restored' : null;
}
