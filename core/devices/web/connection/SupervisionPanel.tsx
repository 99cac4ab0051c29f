import { Group, NumberInput } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { supervision } from '../../common/connection-routes.ts';
import type { DeviceDetail } from '../../common/device.ts';
import { supervisionLimits } from '../../common/path.ts';
import { useOtherCustomer } from '../other-customer.tsx';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';
import { useSensorTexts } from '../values/sensor-texts.ts';

type Props = { calls: DeviceCalls; device: DeviceDetail };

const pathTones = { alive: 'ok', lost: 'problem' } as const;

/** The paths on which a device has reported. Renders nothing for a device without any. */
export function PathsPanel({ device }: Pick<Props, 'device'>) {
  const t = useText();
  const { pathName } = useSensorTexts(device.app);
  if (device.paths.length === 0) return null;
  return (
    <Facts
      title={t('supervision.paths')}
      items={device.paths.map(({ line, state, lastAt }) => [
        pathName(line),
        <Group key={line} gap="xs">
          <StatusChip namespace="devices" field="pathState" value={state} tones={pathTones} />
          {lastAt && <Ago at={lastAt} />}
        </Group>,
      ])}
    />
  );
}

/** How long the device may be silent before it is offline, for people who may change it. */
export function SupervisionPanel({ calls, device }: Props) {
  const t = useText();
  const otherCustomer = useOtherCustomer(device);
  if (otherCustomer) return null;
  return (
    <Can access={calls.supervise.route.access} on={{ resource: device.structure?.id ?? null }}>
      <Panel title={t('supervision.title')}>
        <SupervisionForm key={device.supervisionSeconds} calls={calls} device={device} />
      </Panel>
    </Can>
  );
}

function SupervisionForm({ calls, device }: Props) {
  const t = useText();
  const { number } = useFormats();
  const save = useAction(calls.supervise);
  const form = useEntityForm(supervision, {
    namespace: 'devices',
    initial: { supervisionSeconds: device.supervisionSeconds },
    save: (body) => save.ask({ params: { id: device.id }, body }),
  });
  return (
    <EntityForm form={form} needsChange>
      <NumberInput
        {...form.field('supervisionSeconds')}
        value={form.values.supervisionSeconds ?? ''}
        description={t('supervision.hint', {
          min: number(supervisionLimits.min),
          max: number(supervisionLimits.max),
        })}
        placeholder={t('supervision.byInterval')}
        suffix={` ${t('supervision.seconds')}`}
        allowDecimal={false}
      />
    </EntityForm>
  );
}
