import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { DeviceDetail } from '../../common/device.ts';
import classes from '../Devices.module.css';
import { useOtherCustomer } from '../other-customer.tsx';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';

type Props = { calls: DeviceCalls; device: DeviceDetail };

/** Suspends a device with a reason, or resumes it. */
export function SuspendPanel({ calls, device }: Props) {
  const t = useText();
  const otherCustomer = useOtherCustomer(device);
  if (otherCustomer || device.state === 'removed') return null;
  return (
    <Can access={calls.suspend.route.access} on={{ resource: device.structure?.id ?? null }}>
      <Panel title={t('suspend.title')}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('suspend.text')}
          </Text>
          {device.suspended ? <Resume calls={calls} device={device} /> : <Suspend calls={calls} device={device} />}
        </Stack>
      </Panel>
    </Can>
  );
}

const schema = z.object({ reason: requiredText(200) });

function Suspend({ calls, device }: Props) {
  const t = useText();
  const suspend = useAction(calls.suspend);
  const form = useEntityForm(schema, {
    namespace: 'devices',
    initial: { reason: '' },
    save: (body) => suspend.ask({ params: { id: device.id }, body }),
  });
  return (
    <EntityForm form={form} submitLabel={t('suspend.suspend')} danger>
      <TextInput {...form.field('reason')} maxLength={200} />
    </EntityForm>
  );
}

function Resume({ calls, device }: Props) {
  const t = useText();
  const resume = useAction(calls.resume);
  return (
    <Button
      w="fit-content"
      loading={resume.pending}
      leftSection={<IconPlayerPlay size={iconSizes.sm} aria-hidden />}
      onClick={() => resume.run({ params: { id: device.id } })}
    >
      {t('suspend.resume')}
    </Button>
  );
}

/** Shows that the device is suspended, and why. Renders nothing for others. */
export function SuspendedNotice({ device }: Pick<Props, 'device'>) {
  const t = useText();
  if (!device.suspended) return null;
  return (
    <div className={classes.notice} role="note">
      <IconPlayerPause size={iconSizes.lg} aria-hidden />
      <div>
        <strong>{t('suspend.suspended')}</strong>
        <div>
          <bdi>{device.suspendedReason}</bdi>
        </div>
      </div>
    </div>
  );
}
