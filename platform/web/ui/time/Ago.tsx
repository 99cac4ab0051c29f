import { Tooltip } from '@mantine/core';
import { createStore, useStore } from '../../client/store.ts';
import { useFormats } from '../../i18n/formats.ts';

const tickMs = 10_000;
const clock = createStore(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for the whole page; it stops without subscribers. */
const ticking = {
  ...clock,
  subscribe(listener: () => void) {
    watchers += 1;
    timer ??= setInterval(() => clock.set(Date.now()), tickMs);
    const end = clock.subscribe(listener);
    return () => {
      end();
      watchers -= 1;
      if (watchers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  },
};

/** The current time (ms since 1970), in steps of 10 s. */
export const useNow = (): number => useStore(ticking);

type Props = {
  at: string | number | Date | null | undefined;
  none?: string;
  /**
   * The event is expected in the future. Past events are never shown as future ones, even if the clock of a device runs
   * ahead.
   */
  ahead?: boolean;
};

/** A relative time that updates itself, with the exact time on hover or tap. */
export function Ago({ at, none = '–', ahead = false }: Props) {
  const { ago, since, date } = useFormats();
  const now = useNow();
  if (at === null || at === undefined || at === '') return <span>{none}</span>;
  return (
    <Tooltip label={<bdi dir="ltr">{date(at)}</bdi>} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={new Date(at).toISOString()}>{(ahead ? ago : since)(at, Math.max(now, Date.now() - tickMs))}</time>
    </Tooltip>
  );
}
