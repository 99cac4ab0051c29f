import { Button } from '@mantine/core';
import { useState } from 'react';
import { useProof } from '#core/accounts/web/parts.tsx';
import { errorMessage } from '#platform/web/client/connection.ts';
import { notify } from '#platform/web/client/notices.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { useText } from '../texts.ts';

type Props = { panel: string; name: string; pending: boolean; disarm(): Promise<unknown> };

/** Disarms a group after the person has confirmed which one, and who they are. */
export function DisarmButton({ panel, name, pending, disarm }: Props) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const proof = useProof();
  async function confirmed(): Promise<void> {
    setAsking(false);
    try {
      await proof.with(disarm);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      notify({ kind: 'error', message: errorMessage(error) });
    }
  }
  return (
    <>
      <Button loading={pending} onClick={() => setAsking(true)} aria-label={t('disarmGroup', { name })}>
        {t('disarm')}
      </Button>
      <ConfirmDialog
        opened={asking}
        danger={false}
        title={t('disarmGroup', { name })}
        message={t('disarmText')}
        entityName={panel}
        confirmLabel={t('disarm')}
        onConfirm={() => void confirmed()}
        onCancel={() => setAsking(false)}
      />
      {proof.dialog}
    </>
  );
}
