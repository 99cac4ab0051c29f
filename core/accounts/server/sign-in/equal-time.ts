import { setTimeout as pause } from 'node:timers/promises';

const leastMs = 150;

/** Answers after a constant time, so that the time does not reveal who has an account. */
export async function inEqualTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, pause(leastMs)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
