import type { CommandSpec, Guard } from '../manifest.ts';

/** What guards are checked against. Times are in milliseconds since 1970, speeds in km/h. */
export type GuardFacts = {
  /** The latest value of a sensor; undefined without one. */
  value(sensor: string): { value: number | boolean | string | null; at: number } | undefined;
  /** The newest accepted position; null without one. Its speed is null if it was not reported. */
  position: { at: number; speed: number | null } | null;
};

type Guarded = Pick<CommandSpec, 'unless'>;

/** The guards of a command, in the order in which they are checked. */
export const guardsOf = ({ unless = [] }: Guarded): readonly Guard[] => ('word' in unless ? [unless] : unless);

/** Whether a command depends on the position of the device. */
export const guardsPosition = (spec: Guarded): boolean => guardsOf(spec).some((guard) => 'position' in guard);

const isForced = ({ force }: Guard, params: Readonly<Record<string, unknown>>): boolean =>
  force !== undefined && params[force] === true;

/**
 * The first guard that forbids a command at `now`, in milliseconds since 1970; null if none does. Server and pages both
 * decide with it. A limit (`above`, `olderThan`) forbids the command if its value is unknown, because nobody can tell
 * that it is safe. A forbidden value (`is`) does not: an unknown value is not that one.
 */
export function forbiddingGuard(
  spec: Guarded,
  params: Readonly<Record<string, unknown>>,
  { value, position }: GuardFacts,
  now: number,
): Guard | null {
  const forbids = (guard: Guard): boolean => {
    if (isForced(guard, params)) return false;
    const known = 'sensor' in guard ? value(guard.sensor) : position && { value: position.speed, at: position.at };
    if ('is' in guard) return known?.value === guard.is;
    if ('olderThan' in guard) return !known || now - known.at > guard.olderThan * 1000;
    return typeof known?.value !== 'number' || known.value > guard.above;
  };
  return guardsOf(spec).find(forbids) ?? null;
}

/**
 * Whether a command depends on what can change within seconds, such as a speed. It must not reach a device that connects
 * again later.
 */
export const dependsOnLimits = (spec: Guarded, params: Readonly<Record<string, unknown>>): boolean =>
  guardsOf(spec).some((guard) => !('is' in guard) && !isForced(guard, params));
