import { Button, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import type { Connector } from '../common/connector.ts';
import { api, useText } from './api.ts';
import { TroubleNotes } from './ConnectorStates.tsx';
import { Instructions, SecretOnce } from './Instructions.tsx';
import { useConnectorKinds } from './use-connector-kinds.ts';

/** The purpose of a connector and what to enter at the other end, with a new secret. */
export function SetupTab({ connector }: { connector: Connector }) {
  const t = useText();
  const { labelOf } = useConnectorKinds();
  const { date, number } = useFormats();
  const { formerSecretUntil, lastMessageAt } = connector;
  const [secret, setSecret] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const renew = useAction(api.connector.renewSecret, { onDone: (made) => setSecret(made.secret) });
  const run = () => {
    setConfirming(false);
    renew.run({ params: { id: connector.id } });
  };
  return (
    <Panels>
      <TroubleNotes connector={connector} />
      <Facts
        items={[
          [t('columns.kind'), labelOf(connector.kind)],
          [t('columns.lastMessageAt'), lastMessageAt ? date(lastMessageAt) : '–'],
          [t('columns.devices'), number(connector.devices)],
          ...(formerSecretUntil ? ([[t('secret.former'), date(formerSecretUntil)]] as const) : []),
        ]}
      />
      <Panel title={t('tabs.setup')}>
        <Stack>
          {secret && <SecretOnce secret={secret} />}
          <Instructions connector={connector} {...(secret ? { secret } : {})} />
          <Can access={api.connector.renewSecret.route.access}>
            <Button
              variant="default"
              w="fit-content"
              loading={renew.pending}
              leftSection={<IconKey size={iconSizes.sm} aria-hidden />}
              onClick={() => setConfirming(true)}
            >
              {t('secret.renew')}
            </Button>
          </Can>
        </Stack>
      </Panel>
      <ConfirmDialog
        opened={confirming}
        title={t('secret.renew')}
        message={t('secret.renewText')}
        entityName={connector.name}
        confirmLabel={t('secret.renew')}
        onConfirm={run}
        onCancel={() => setConfirming(false)}
      />
    </Panels>
  );
}
