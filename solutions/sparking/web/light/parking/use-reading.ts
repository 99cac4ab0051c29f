import { useEffect, useState } from 'react';
import { followFeed } from '#platform/web/light/follow-feed.ts';
import type { PublicLocation } from '../../../common/public.ts';

/** What the server said and when, by its clock; null if the address does not work; undefined if it could not be asked. */
export type Reading = { location: PublicLocation; at: number; askedAt: number } | null | undefined;

export async function read(url: string): Promise<Reading> {
  const reply = await fetch(url, { cache: 'no-cache', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(
    () => undefined,
  );
  if (!reply?.ok) {
    // An answer that nobody reads keeps its connection.
    await reply?.body?.cancel();
    return reply?.status === 404 ? null : undefined;
  }
  const location: PublicLocation = await reply.json();
  return { location, at: Date.parse(reply.headers.get('date') ?? '') || Date.now(), askedAt: performance.now() };
}

const againMs = 30_000;
const freshMs = 5 * 60_000;

/** Follows the car park, and reads it every half minute as well. What was read long ago counts as no data. */
export function useReading(url: string, first: Promise<Reading>) {
  const [reading, setReading] = useState<Exclude<Reading, undefined>>();
  const [failed, setFailed] = useState(false);
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const take = (next: Reading) => {
      setFailed(next === undefined);
      if (next !== undefined) setReading(next);
    };
    void first.then(take);
    const end = followFeed<PublicLocation>(url, (location) => {
      setFailed(false);
      const askedAt = performance.now();
      // The clock of the server, as its last reply gave it.
      setReading((before) => ({ location, at: before ? before.at + askedAt - before.askedAt : Date.now(), askedAt }));
    });
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void read(url).then(take);
    }, againMs);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [url, first]);
  useEffect(() => {
    const tick = () => setElapsed(reading ? performance.now() - reading.askedAt : 0);
    tick();
    const timer = setInterval(tick, againMs / 6);
    return () => clearInterval(timer);
  }, [reading]);
  if (!reading) return { location: reading, failed, now: 0 };
  const { location } = reading;
  const late = elapsed > freshMs && location.state === 'open';
  const shown: PublicLocation = late
    ? { ...location, state: 'nodata', level: null, free: null, total: null, uses: [], later: [] }
    : location;
  return { location: shown, failed, now: reading.at + elapsed };
}
