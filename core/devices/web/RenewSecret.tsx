import { Alert, Button, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { DevicePage } from '../common/device.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { useText } from './texts.ts';
import type { DeviceCalls } from './use-device.ts';

/** Renews the secret of a device. The new secret is shown once. */
export function RenewSecret({ calls, device }: { calls: DeviceCalls; device: DevicePage }) {
  const t = useText();
  const [confirming, setConfirming] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const renew = useAction(calls.credential, { onDone: (credential) => setSecret(credential.secret) });
  const confirm = () => {
    setConfirming(false);
    renew.run({ params: { id: device.id } });
  };
  return (
    <Stack gap="sm" w="100%" align="flex-start">
      {secret && (
        <Alert w="100%" title={t('connection.onceTitle')} role="status">
          {t('connection.once')}
          <CodeBlock label={t('connection.secret')} text={secret} />
        </Alert>
      )}
      <Button
        variant="default"
        loading={renew.pending}
        leftSection={<IconKey size={iconSizes.sm} aria-hidden />}
        onClick={() => setConfirming(true)}
      >
        {t('connection.renew')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('connection.renewTitle')}
        message={t('connection.renewText')}
        entityName={device.name}
        confirmLabel={t('connection.renew')}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
      />
    </Stack>
  );
}
