import { Button, CloseButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { textNamespaceOf } from '#platform/common/define-app.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { selectedCustomer } from '../../session/session-store.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import classes from './Denial.module.css';
import { type DeniedPage, deniedStore } from './denied-page.ts';

const DenialDetails = lazyPart(() => import('./DenialDetails.tsx').then((module) => module.DenialDetails));

/** Names the denied page and offers the reasons, until the person navigates on. */
export function DenialBar({ denied }: { denied: DeniedPage }) {
  const t = useKitText();
  const { label, has } = useLabels(textNamespaceOf(denied.app, denied.page));
  const [asked, setAsked] = useState(false);
  const { customers } = useMe();
  // Which customer a page is about is known to the person alone.
  const mayChoose = customers.length > 0 && selectedCustomer() === null;
  const key = `pages.${denied.page.key}`;
  const name = has(key) ? label(key) : denied.app.brand;
  return (
    <>
      <div className={classes.bar} role="status">
        <span>
          {t('denied.bar', { page: name })} {mayChoose && t('denied.chooseCustomer')}
        </span>
        <Button size="compact-sm" variant="light" onClick={() => setAsked(true)}>
          {t('denied.ask')}
        </Button>
        <CloseButton size="sm" aria-label={t('actions.close')} onClick={() => deniedStore.set(null)} />
      </div>
      {asked && (
        <Suspense>
          <DenialDetails denied={denied} name={name} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
