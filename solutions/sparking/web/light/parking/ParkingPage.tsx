import { useEffect } from 'react';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { LightCard, LightFrame, LightNote } from '#platform/web/light/LightFrame.tsx';
import type { PublicLocation } from '../../../common/public.ts';
import { Details } from './Details.tsx';
import { Fill } from './Fill.tsx';
import classes from './Parking.module.css';
import { useParkingText } from './texts.ts';
import { type Reading, useReading } from './use-reading.ts';

type Props = { url: string; first: Promise<Reading>; kiosk: boolean };
const minuteMs = 60_000;

/** A car park for drivers: what is free now, and how to use it. */
export function ParkingPage({ url, first, kiosk }: Props) {
  const t = useParkingText();
  const { location, failed, now } = useReading(url, first);
  const name = location ? location[currentLanguage() === 'ar' ? 'nameAr' : 'nameEn'] : t('title');
  useEffect(() => {
    document.title = name;
  }, [name]);
  if (location === null)
    return (
      <LightFrame>
        <LightCard title={t('title')}>
          <LightNote>{t('unknown')}</LightNote>
        </LightCard>
      </LightFrame>
    );
  const content = location && (
    <>
      <Fill location={location} />
      <Later location={location} />
      <Uses location={location} />
      <Details location={location} kiosk={kiosk} />
      <Age at={location.at} now={now} />
    </>
  );
  return (
    <LightFrame owner={t('title')}>
      {content && kiosk && (
        <section className={classes.kiosk}>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {content}
        </section>
      )}
      {content && !kiosk && <LightCard title={name}>{content}</LightCard>}
      {!content && (
        <LightCard title={t('title')}>
          {failed ? (
            <LightNote>{t('notRead')}</LightNote>
          ) : (
            <p className={classes.reading} role="status">
              {t('reading')}
            </p>
          )}
        </LightCard>
      )}
      {content && failed && <LightNote>{t('failed')}</LightNote>}
    </LightFrame>
  );
}

function Later({ location: { later } }: { location: PublicLocation }) {
  const t = useParkingText();
  if (later.length === 0) return null;
  return (
    <ul className={classes.uses} aria-label={t('expected')}>
      {later.map(({ minutes, free }) => (
        <li key={minutes}>
          <span>{t('inMinutes', { count: minutes })}</span>
          <strong>{t('expectedFree', { count: free })}</strong>
        </li>
      ))}
    </ul>
  );
}

function Uses({ location: { uses } }: { location: PublicLocation }) {
  const t = useParkingText();
  if (uses.length === 0) return null;
  return (
    <ul className={classes.uses} aria-label={t('otherBays')}>
      {uses.map(({ use, free, total }) => (
        <li key={use}>
          <span>{t(`uses.${use}`)}</span>
          <strong>{t('useFree', { free, total })}</strong>
        </li>
      ))}
    </ul>
  );
}

function Age({ at, now }: { at: string | null; now: number }) {
  const t = useParkingText();
  if (at === null) return null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / minuteMs));
  return <p className={classes.age}>{minutes === 0 ? t('now') : t('minutes', { count: minutes })}</p>;
}
