import type { PublicLocation } from '../../../common/public.ts';
import classes from './Parking.module.css';
import { useParkingText } from './texts.ts';

/** Each state has a sign of its own, because not everyone sees the colours. */
const signs = {
  spaces: 'M5 13l5 5L20 7',
  'almost-full': 'M12 4v10M12 19v1',
  full: 'M6 6l12 12M18 6L6 18',
  closed: 'M5 12h14',
  nodata: 'M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 18v1',
} as const;

/** How many bays are free, in figures, words and at a glance. */
export function Fill({ location: { state, level, free, total } }: { location: PublicLocation }) {
  const t = useParkingText();
  const shown = state === 'open' ? level : state;
  const word = shown && (shown === 'closed' || shown === 'nodata' ? t(`states.${shown}`) : t(`levels.${shown}`));
  return (
    <div className={classes.fill} data-level={shown ?? undefined} role="status">
      {shown && (
        <p className={classes.level}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={signs[shown]} />
          </svg>
          {word}
        </p>
      )}
      {free !== null && total !== null && total > 0 && (
        <>
          <p className={classes.number} aria-hidden="true">
            {free}
          </p>
          <p className={classes.words}>
            {t('free', { count: free })} {t('of', { total })}
          </p>
        </>
      )}
      {state === 'nodata' && <p>{t('states.nodataText')}</p>}
    </div>
  );
}
