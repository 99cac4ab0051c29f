import { type CSSProperties, useEffect } from 'react';
import { currentLanguage, setLanguage } from '#platform/web/i18n/i18n.ts';
import { LightCard, LightFrame, LightNote } from '#platform/web/light/LightFrame.tsx';
import type { ScreenContent, ScreenLanguage } from '../../../common/screen.ts';
import classes from './Screen.module.css';
import type { ScreenCalls } from './screen-calls.ts';
import { useScreenText } from './texts.ts';
import { type ScreenState, type ScreenWaits, useScreen } from './use-screen.ts';

type Both = { en: string; ar: string };
// The clock of 24 hours and Latin digits, as elsewhere in the product.
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const clock = (at: string | number) => clockFormat.format(new Date(at));
const isFigure = ({ en }: Both) => /^\d+$/.test(en);

/** Keeps the display on. Browsers refuse while the page is hidden or the battery is low. */
function useWakeLock(): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
}

/** A text in the languages of the screen. */
function Words({ of, language }: { of: Both; language: ScreenLanguage }) {
  const shown = language === 'both' ? (['en', 'ar'] as const) : [language];
  const same = shown.length > 1 && of.en === of.ar;
  return (same ? shown.slice(0, 1) : shown).map((one) => (
    <span key={one} lang={one} dir={same ? 'auto' : one === 'ar' ? 'rtl' : 'ltr'} className={classes.words}>
      {of[one]}
    </span>
  ));
}

export function Screen({ calls, waits }: { calls: ScreenCalls; waits?: ScreenWaits }) {
  const t = useScreenText();
  const state = useScreen(calls, waits);
  useWakeLock();
  const title = state?.name === 'view' ? state.view.name : t('title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (state === null) return <LightFrame>{null}</LightFrame>;
  return state.name === 'pairing' ? <Pairing code={state.code} /> : <View {...state} />;
}

function Pairing({ code }: { code: string | null }) {
  const t = useScreenText();
  return (
    <LightFrame>
      <LightCard title={t('code')}>
        {code === null ? (
          <LightNote>{t('waiting')}</LightNote>
        ) : (
          <>
            <p className={classes.code} dir="ltr" aria-live="polite">
              {code.slice(0, 3)} {code.slice(3)}
            </p>
            <p>{t('how')}</p>
          </>
        )}
      </LightCard>
    </LightFrame>
  );
}

function View({ view: { language, content }, since, offline }: Extract<ScreenState, { name: 'view' }>) {
  const t = useScreenText();
  // The device at the gate may have another language than the one that was chosen for the screen.
  useEffect(() => {
    if (language !== 'both' && language !== currentLanguage()) void setLanguage(language);
  }, [language]);
  return (
    <main className={classes.screen}>
      {content ? <Content content={content} language={language} /> : <p className={classes.note}>{t('nothing')}</p>}
      <footer className={classes.foot} role="status">
        {offline
          ? t('offline', { time: clock(since) })
          : content && (content.at ? t('asOf', { time: clock(content.at) }) : null)}
      </footer>
    </main>
  );
}

function Content({ content: { title, lines }, language }: { content: ScreenContent; language: ScreenLanguage }) {
  const t = useScreenText();
  return (
    <>
      <h1 className={classes.title}>
        <Words of={title} language={language} />
      </h1>
      {lines.length === 0 && <p className={classes.note}>{t('noData')}</p>}
      <dl className={classes.lines} style={{ '--others': lines.length - 1 } as CSSProperties}>
        {lines.map((line) => (
          <div
            key={line.label.en}
            className={classes.line}
            data-tone={line.tone ?? undefined}
            data-figure={isFigure(line.value) || undefined}
          >
            <dt>
              <Words of={line.label} language={language} />
            </dt>
            <dd>
              <Words of={line.value} language={language} />
              {line.note && (
                <small>
                  <Words of={line.note} language={language} />
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
