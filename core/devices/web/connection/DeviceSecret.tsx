import { Alert, Box, Button, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';
import { CodeBlock } from './CodeBlock.tsx';

type Props = {
  calls: DeviceCalls;
  device: DeviceDetail;
  /** The secret that was made on this page; it cannot be read again. */
  secret: string | null;
  onSecret(secret: string): void;
};

/** Makes the first secret of a device, or after a confirmation another one. It is shown once. */
export function DeviceSecret({ calls, device, secret, onSecret }: Props) {
  const t = useText();
  const [confirming, setConfirming] = useState(false);
  const generate = useAction(calls.credential, {
    onDone: (credential) => onSecret(credential.secret),
    notice: () => t('connection.generated'),
  });
  const run = () => {
    setConfirming(false);
    generate.run({ params: { id: device.id } });
  };
  const first = device.credentialName === null;
  return (
    <Stack gap="sm" w="100%" align="flex-start">
      {secret && (
        <>
          <Alert w="100%" title={t('connection.onceTitle')} role="status">
            {t('connection.once')}
          </Alert>
          <Box w="100%">
            <CodeBlock label={t('connection.secret')} text={secret} />
          </Box>
        </>
      )}
      <Button
        variant={first ? 'filled' : 'default'}
        loading={generate.pending}
        leftSection={<IconKey size={iconSizes.sm} aria-hidden />}
        onClick={first ? run : () => setConfirming(true)}
      >
        {t(first ? 'connection.generate' : 'connection.generateNew')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('connection.generateTitle')}
        message={t('connection.generateText')}
        entityName={device.name}
        confirmLabel={t('connection.generateNew')}
        onConfirm={run}
        onCancel={() => setConfirming(false)}
      />
    </Stack>
  );
}
