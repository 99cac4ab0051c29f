import { type ReactNode, useSyncExternalStore } from 'react';
import { currentLanguage, setLanguage } from '../i18n/i18n.ts';
import { textsOf } from '../i18n/texts.ts';
import classes from './Light.module.css';
import type en from './locales/en.json';

/** Texts that every light page needs: their file is part of the page, and is there without a network. */
const useLightText = textsOf<typeof en>('light');

function followNetwork(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
const useOnline = () => useSyncExternalStore(followNetwork, () => navigator.onLine);

type FrameProps = {
  /** Whose page it is: the name of a company. */
  owner?: string | undefined;
  /** What being offline means for this page. */
  offline?: string;
  children: ReactNode;
};

/** The frame of a light page: whose it is, the other language, and a line while there is no network. */
export function LightFrame({ owner, offline, children }: FrameProps) {
  const t = useLightText();
  const online = useOnline();
  const other = currentLanguage() === 'ar' ? 'en' : 'ar';
  return (
    <main className={classes.page}>
      <header className={classes.bar}>
        <bdi>{owner}</bdi>
        <LightButton lang={other} onClick={() => void setLanguage(other)}>
          {t('language')}
        </LightButton>
      </header>
      {children}
      {!online && (
        <p className={classes.offline} role="status">
          {offline ?? t('offline')}
        </p>
      )}
    </main>
  );
}

/** The card in the middle of a light page. */
export const LightCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.card}>
    <h1>
      <bdi>{title}</bdi>
    </h1>
    {children}
  </section>
);

/** A line that stands out: why nothing can be done here. */
export const LightNote = ({ children }: { children: ReactNode }) => (
  <p className={classes.note} role="status">
    {children}
  </p>
);

type ButtonProps = { lang?: string; onClick(): void; children: ReactNode };
export const LightButton = ({ lang, onClick, children }: ButtonProps) => (
  <button type="button" className={classes.button} lang={lang} onClick={onClick}>
    {children}
  </button>
);

/** Instead of a light page that did not load or has failed. */
export function LightFailure() {
  const t = useLightText();
  return (
    <LightFrame>
      <LightCard title={t('failed.title')}>
        <LightNote>{t('failed.text')}</LightNote>
        <LightButton onClick={() => location.reload()}>{t('failed.retry')}</LightButton>
      </LightCard>
    </LightFrame>
  );
}
