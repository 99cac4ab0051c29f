import { Button } from '@mantine/core';
import { useKitText } from '../i18n/texts.ts';
import { usePhone } from '../shell/layout/phone.ts';
import { usePageHandle } from '../ui/page/PageFrame.tsx';
import { canKeepPages, chooseAhead, savesData, useAheadUnanswered } from './ahead.ts';
import classes from './ConnectionBar.module.css';

/**
 * Offers, on the daily pages of phones, to keep these on the device. It is offered from the second visit on, when the
 * service worker is there, and from the first paint, so that nothing moves.
 */
export function AheadOffer() {
  const t = useKitText();
  const phone = usePhone();
  const unanswered = useAheadUnanswered();
  const daily = usePageHandle()?.page.quick?.bar;
  if (!phone || !unanswered || !daily || !canKeepPages() || !navigator.serviceWorker.controller || savesData())
    return null;
  return (
    <section className={classes.bar} aria-label={t('ahead.title')}>
      <span className={classes.text}>{t('ahead.offer')}</span>
      <Button size="compact-sm" onClick={() => chooseAhead(true)}>
        {t('ahead.keep')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => chooseAhead(false)}>
        {t('ahead.decline')}
      </Button>
    </section>
  );
}
