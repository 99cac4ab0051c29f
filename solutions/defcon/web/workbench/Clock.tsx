import { useEffect, useState } from 'react';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';

const secondMs = 1000;
const two = (value: number) => String(value).padStart(2, '0');

/** `4:07`, from an hour on `1:04:07`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The time since an instant, or between two, to the second. Screen readers are not interrupted by it. */
export function Clock({ since, until = null }: { since: string; until?: string | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until !== null) return;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <time role="timer" aria-live="off" dateTime={since}>
      <Bdi>{clockText((until === null ? now : Date.parse(until)) - Date.parse(since))}</Bdi>
    </time>
  );
}
