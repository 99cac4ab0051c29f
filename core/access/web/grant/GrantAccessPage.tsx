import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import type { GrantWithSecrets } from '../../common/grant.ts';
import { accessesAddress, openedGrant } from '../addresses.ts';
import { GivenSecrets } from '../GivenSecrets.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import { GrantForm } from './GrantForm.tsx';

/** Gives access: method, holder, locks and period. Errors are shown under their fields before anything is saved. */
export function GrantAccessPage() {
  const t = useText();
  const { app } = useAccess();
  const [given, setGiven] = useState<GrantWithSecrets>();
  return (
    <PageFrame
      title={t('pages.access-management-grant-access')}
      parents={[{ label: t('pages.access-management-accesses-list'), to: accessesAddress(app) }]}
    >
      {given ? (
        <Stack maw={560}>
          <Text fw={600}>
            {t('given.done', { count: new Set(given.credentials.map(({ device }) => device.id)).size })}
          </Text>
          <GivenSecrets secrets={given.secrets} />
          <Button component={Link} to={openedGrant(app, given.id)}>
            {t('given.show')}
          </Button>
        </Stack>
      ) : (
        <GrantForm onGiven={setGiven} />
      )}
    </PageFrame>
  );
}
