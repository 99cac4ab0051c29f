import { useRef, useState } from 'react';
import { bestOrder } from '#core/roads/common/best-order.ts';
import { straightMatrix, straightWay } from '#core/roads/common/straight.ts';
import { isTime, minutesOf } from '#platform/common/time/time-fields.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { formatList, useFormats } from '#platform/web/i18n/formats.ts';
import { mostStops } from '../../common/routes/route-stop.ts';
import { useText } from '../texts.ts';
import { type DraftStop, movedTo, windowOf } from './draft.ts';

const mostUndo = 20;
const metresOf = (stops: readonly DraftStop[]) => straightWay(stops.map(({ location }) => location));
const secondsOf = (clock: string): number => minutesOf(clock) * 60;

/** The order with the least driving, by straight lines: nothing is asked of a server while somebody plans. */
function bestOf(stops: readonly DraftStop[], { keepFirst, keepLast, departAt }: Ends) {
  const places = stops.map(({ location }) => location);
  return bestOrder({
    ...{ seconds: straightMatrix(places, places).seconds, keepFirst, keepLast },
    departAt: isTime(departAt) ? secondsOf(departAt) : null,
    serviceSeconds: stops.map(({ serviceMinutes }) => serviceMinutes * 60),
    windows: stops.map((stop) => {
      const window = windowOf(stop);
      return window && { from: secondsOf(window.from), to: secondsOf(window.to) };
    }),
  });
}

/** What became of the last change; `number` differs each time, so that the same text is read out again. */
type Said = { text: string; number: number };
export type Ends = { keepFirst: boolean; keepLast: boolean; departAt: string };

/** The stops of a route while they are planned: each change of their order is announced and can be undone. */
export function usePlanner(stops: readonly DraftStop[], onChange: (stops: DraftStop[]) => void) {
  const t = useText();
  const { number } = useFormats();
  const [past, setPast] = useState<readonly (readonly DraftStop[])[]>([]);
  const [said, setSaid] = useState<Said>({ text: '', number: 0 });
  const nextKey = useRef(stops.length);

  const say = (text: string) => setSaid((before) => ({ text, number: before.number + 1 }));
  const arrange = (next: DraftStop[], text: string) => {
    setPast((steps) => [...steps, stops].slice(-mostUndo));
    onChange(next);
    say(text);
  };

  return {
    stops,
    said,
    say,
    canUndo: past.length > 0,
    isFull: stops.length >= mostStops,
    add(stop: Pick<DraftStop, 'location' | 'pointId'> & { name?: string }) {
      if (stops.length >= mostStops) {
        say(t('planner.full', { most: number(mostStops) }));
        return;
      }
      const name = stop.name ?? t('planner.newStop', { number: number(stops.length + 1) });
      const added = { ...stop, name, key: nextKey.current++, from: '', to: '', serviceMinutes: 0 };
      arrange([...stops, added], t('planner.added', { name }));
    },
    remove(at: number) {
      const name = stops[at]?.name ?? '';
      arrange(
        stops.filter((_, other) => other !== at),
        t('planner.removed', { name }),
      );
    },
    move(from: number, to: number) {
      const name = stops[from]?.name;
      if (name === undefined || to === from || to < 0 || to >= stops.length) return;
      const text = t('planner.moved', { name, place: number(to + 1), of: number(stops.length) });
      arrange(movedTo(stops, from, to), text);
    },
    /** Typing is undone in the field itself. */
    edit: (at: number, part: Partial<DraftStop>) =>
      onChange(stops.map((stop, other) => (other === at ? { ...stop, ...part } : stop))),
    undo() {
      const last = past.at(-1);
      if (!last) return;
      setPast(past.slice(0, -1));
      onChange([...last]);
      say(t('planner.undone'));
    },
    order(ends: Ends) {
      const best = bestOf(stops, ends);
      const next = best.order.flatMap((at) => stops[at] ?? []);
      const [before, after] = [metresOf(stops), metresOf(next)];
      const gain =
        after.metres < before.metres
          ? t('planner.gained', {
              km: t('km', { value: number((before.metres - after.metres) / 1000, 1) }),
              time: formatDuration((before.seconds - after.seconds) * 1000),
            })
          : t('planner.kept');
      const names = best.late.flatMap((at) => stops[at]?.name ?? []);
      const isSame = best.order.every((at, n) => at === n);
      const text =
        names.length > 0
          ? t('planner.late', { count: names.length, names: formatList(names) })
          : isSame
            ? t('planner.alreadyBest')
            : gain;
      if (isSame) say(text);
      else arrange(next, text);
    },
  };
}
export type Planner = ReturnType<typeof usePlanner>;
