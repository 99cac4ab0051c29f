import { Link, Outlet } from 'react-router';
import { useKitText } from '../../i18n/texts.ts';
import { siteSettings } from '../../site-settings.ts';
import classes from './AuthLayout.module.css';
import { Brand } from './Brand.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

const readings = ['terms-and-conditions', 'data-policy', 'updates'] as const;

/** The layout variant: from the brand, or from the query parameter `layout`. */
function variant(): 'split' | 'card' {
  const asked = new URLSearchParams(window.location.search).get('layout');
  return (asked ?? siteSettings?.brand.authLayout) === 'card' ? 'card' : 'split';
}

export function AuthLayout() {
  const t = useKitText();
  return (
    <div className={classes.page} data-variant={variant()}>
      <aside className={classes.aside} aria-hidden="true">
        <Brand size="lg" />
        <p className={classes.claim}>{t('shell.claim')}</p>
        <Waves />
      </aside>
      <main className={classes.main}>
        <div className={classes.bar}>
          <span className={classes.small}>
            <Brand />
          </span>
          <LanguageSwitch />
        </div>
        <div className={classes.form}>
          <Outlet />
        </div>
        <nav className={classes.foot} aria-label={t('shell.toRead')}>
          {readings.map((page) => (
            <Link key={page} to={`/${page}`}>
              {t(`shell.readings.${page}`)}
            </Link>
          ))}
        </nav>
      </main>
    </div>
  );
}

/** A decoration: three measurement curves. */
function Waves() {
  return (
    <svg className={classes.waves} viewBox="0 0 600 220" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 150 C80 90 140 190 220 140 S360 60 440 110 540 160 600 90" />
      <path d="M0 180 C100 130 160 200 260 170 S400 110 480 150 560 170 600 140" />
      <path d="M0 110 C60 60 160 130 240 90 S380 20 460 60 560 90 600 40" />
    </svg>
  );
}
