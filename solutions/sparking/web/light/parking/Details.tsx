import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import type { PublicLocation } from '../../../common/public.ts';
import classes from './Parking.module.css';
import { locale, useParkingText } from './texts.ts';

const dayMinutes = 1440;
const clock = (minutes: number) =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }).format(minutes * 60_000);
const weekday = (date: string) =>
  new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));

/** What a driver needs to know besides: hours, height, fees, and the way. */
export function Details({ location, kiosk }: { location: PublicLocation; kiosk: boolean }) {
  const t = useParkingText();
  const { maxHeightCm, feeEn, feeAr, place } = location;
  const fee = currentLanguage() === 'ar' ? (feeAr ?? feeEn) : (feeEn ?? feeAr);
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('hours')}</dt>
          <dd>
            <Hours location={location} />
          </dd>
        </div>
        {maxHeightCm !== null && (
          <div>
            <dt>{t('height')}</dt>
            <dd>{t('metres', { value: (maxHeightCm / 100).toFixed(2) })}</dd>
          </div>
        )}
        {fee && (
          <div>
            <dt>{t('fee')}</dt>
            <dd>
              <bdi>{fee}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {!kiosk && location.days && <Week days={location.days} />}
      {!kiosk && place && (
        <a
          className={classes.map}
          href={`https://www.google.com/maps/dir/?api=1&destination=${place.lat},${place.lng}`}
          rel="noreferrer"
        >
          {t('map')}
        </a>
      )}
    </>
  );
}

function Hours({ location: { state, changesAt, zone, days } }: { location: PublicLocation }) {
  const t = useParkingText();
  if (days === null || changesAt === null) return t(state === 'closed' ? 'states.closed' : 'always');
  const at = new Intl.DateTimeFormat(locale(), {
    ...{ weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone: zone },
  }).format(Date.parse(changesAt));
  return t(state === 'closed' ? 'opensAt' : 'closesAt', { at });
}

function Week({ days }: { days: NonNullable<PublicLocation['days']> }) {
  const t = useParkingText();
  const hours = (open: readonly (readonly [number, number])[]) =>
    open.map(([from, to]) => `${clock(from)} – ${clock(to === dayMinutes ? 0 : to)}`).join(', ');
  const isAllDay = ([first]: readonly (readonly [number, number])[]) => first?.[0] === 0 && first[1] === dayMinutes;
  return (
    <details className={classes.week}>
      <summary>{t('hours')}</summary>
      <dl>
        {days.map(({ date, open }) => (
          <div key={date}>
            <dt>{weekday(date)}</dt>
            <dd>{open.length === 0 ? t('closedDay') : isAllDay(open) ? t('allDay') : hours(open)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
