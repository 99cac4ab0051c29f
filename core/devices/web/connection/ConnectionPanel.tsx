import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import { useOtherCustomer } from '../other-customer.tsx';
import { SuspendPanel } from '../placement/SuspendPanel.tsx';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';
import { DeviceSecret } from './DeviceSecret.tsx';
import { MessageState } from './MessageState.tsx';
import { PublishExamples } from './PublishExamples.tsx';
import { PathsPanel, SupervisionPanel } from './SupervisionPanel.tsx';

/** How a device connects: its last message, its secret, and commands that send one; below, its name and its suspension. */
export function ConnectionPanel({ calls, device }: { calls: DeviceCalls; device: DeviceDetail }) {
  const t = useText();
  const otherCustomer = useOtherCustomer(device);
  const permissionTarget = { resource: device.structure?.id ?? null };
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={t('connection.connect')}>
        <Stack>
          {!device.suspended && <MessageState device={device} />}
          <div>
            {t('connection.user')} <Bdi>{device.serial}</Bdi>
          </div>
          {!otherCustomer && (
            <Can access={calls.credential.route.access} on={permissionTarget} otherwise={t('connection.askAdmin')}>
              <DeviceSecret calls={calls} device={device} secret={secret} onSecret={setSecret} />
            </Can>
          )}
        </Stack>
      </Panel>
      <Panel title={t('connection.publish')}>
        <PublishExamples device={device} secret={secret} />
      </Panel>
      {!otherCustomer && (
        <Can access={calls.update.route.access} on={permissionTarget}>
          <Panel title={t('connection.rename')}>
            <RenameForm key={device.name} calls={calls} device={device} />
          </Panel>
        </Can>
      )}
      <PathsPanel device={device} />
      <SupervisionPanel calls={calls} device={device} />
      <SuspendPanel key={String(device.suspended)} calls={calls} device={device} />
    </SimpleGrid>
  );
}

const schema = z.object({ name: requiredText(120) });

function RenameForm({ calls, device }: { calls: DeviceCalls; device: DeviceDetail }) {
  const update = useAction(calls.update);
  const form = useEntityForm(schema, {
    namespace: 'devices',
    initial: { name: device.name },
    save: (body) => update.ask({ params: { id: device.id }, body }),
  });
  return (
    <EntityForm form={form}>
      <TextInput {...form.field('name')} maxLength={120} />
    </EntityForm>
  );
}
