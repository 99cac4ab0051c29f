import { Button } from '@mantine/core';
import { selectCustomer } from '../../client/connection.ts';
import { useKitText } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { reloadSession } from '../../session/session.ts';
import { confirmLeave } from '../routing/unsaved-changes.ts';
import classes from './Impersonation.module.css';

/** Shows on every page for which customer the person acts, and ends it. */
export function ActingFor() {
  const t = useKitText();
  const { company } = useMe();
  return (
    <section className={classes.bar} aria-label={t('shell.customer')}>
      <span>{t('shell.actingFor', { company: `\u2068${company?.name ?? ''}\u2069` })}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => confirmLeave(() => void selectCustomer(null, reloadSession))}
      >
        {t('shell.endActingFor')}
      </Button>
    </section>
  );
}
