import { Button } from '@mantine/core';
import { useState } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { signOut } from '../../session/sign-in.ts';
import { confirmLeave } from '../routing/unsaved-changes.ts';
import classes from './Impersonation.module.css';

/** Shows on every page whom the person impersonates, and ends the impersonation. */
export function Impersonation() {
  const t = useKitText();
  const { user } = useMe();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    confirmLeave(() => {
      setLeaving(true);
      void signOut();
    });
  };
  return (
    <div className={classes.bar} role="status">
      <span>
        {t('shell.actingAs', { person: `${user.firstName} ${user.lastName}`, company: user.company?.name ?? '' })}
      </span>
      <Button size="compact-sm" variant="default" onClick={leave} loading={leaving}>
        {t('shell.leaveSecond')}
      </Button>
    </div>
  );
}
