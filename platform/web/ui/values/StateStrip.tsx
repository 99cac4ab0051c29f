import { lengthOf, type StateSpan } from '#platform/common/time/state-spans.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import classes from './StateStrip.module.css';

type Props = {
  name: string;
  /** How often the state held, as text. */
  count: string;
  spans: readonly StateSpan[];
  period: StateSpan;
};

/**
 * When a state held in a period, as bars from left to right like the charts. The text next to it states how often and
 * how long.
 */
export function StateStrip({ name, count, spans, period }: Props) {
  const { language } = useFormats();
  const percent = (ms: number) => `${(100 * ms) / (period.to - period.from)}%`;
  return (
    <div className={classes.strip}>
      <div className={classes.name}>{name}</div>
      <div className={classes.bar} dir="ltr" aria-hidden>
        {spans.map(({ from, to }) => (
          <span
            key={from}
            className={classes.span}
            style={{ insetInlineStart: percent(from - period.from), inlineSize: percent(to - from) }}
          />
        ))}
      </div>
      <div className={classes.total}>
        {count} · <bdi>{formatDuration(lengthOf(spans), language)}</bdi>
      </div>
    </div>
  );
}
