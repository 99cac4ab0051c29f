import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { Device } from '../../common/device.ts';
import { deviceAddress } from '../../common/device-address.ts';
import type { deviceLinkRoutes } from '../../common/link.ts';
import { DeviceLink } from '../DeviceLink.tsx';
import { useOtherCustomer } from '../other-customer.tsx';
import { useText } from '../texts.ts';
import type { DeviceCalls } from '../use-device.ts';

export type DeviceLinkCalls = Client<{ link: ReturnType<typeof deviceLinkRoutes> }>['link'];

/** The solutions whose devices can be linked with those of a solution; `acts` if those act for it. */
function linkable({ links = {} }: AppManifest, solutionId: number): { acts: boolean; solutions: number[] } {
  const own = links[solutionId]?.of;
  if (own) return { acts: false, solutions: [...own] };
  const actors = Object.entries(links).flatMap(([actor, { of }]) => (of.includes(solutionId) ? Number(actor) : []));
  return { acts: true, solutions: actors };
}

type Props = {
  app: AppManifest;
  calls: { link: DeviceLinkCalls; device: DeviceCalls };
  device: Pick<Device, 'id' | 'companyId' | 'solutionId' | 'structure'>;
};

/** The devices that act for a device, or for which it acts. Renders nothing for solutions without links. */
export function LinkedDevices({ app, calls, device }: Props) {
  const t = useText();
  const { acts, solutions } = linkable(app, device.solutionId);
  const enabled = solutions.length > 0;
  const params = { id: device.id };
  const { data: links = [] } = useData(calls.link.list, { params }, { enabled });
  const permitted = usePermitted(calls.link.add.route.access, { resource: device.structure?.id ?? null });
  const other = useOtherCustomer(device);
  const may = permitted && !other;
  const add = useAction(calls.link.add);
  const remove = useAction(calls.link.remove);
  if (!enabled) return null;
  return (
    <Panel title={t(acts ? 'links.actors' : 'links.devices')}>
      <Stack gap="sm">
        {links.length === 0 && <Text c="dimmed">{t(acts ? 'links.noActors' : 'links.noDevices')}</Text>}
        {links.map(({ id, device: linked }) => (
          <Group key={id} gap="xs" justify="space-between" wrap="nowrap">
            <DeviceLink to={deviceAddress(app, linked)} name={linked.name} />
            {may && (
              <ActionIcon
                size="lg"
                aria-label={t('links.remove', { device: linked.name })}
                loading={remove.pending}
                onClick={() => remove.run({ params: { ...params, linkId: id } })}
              >
                <IconLinkOff size={iconSizes.md} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        {may && (
          <SearchSelect
            label={t('links.add')}
            of={calls.device.list}
            filter={{ solutionId: solutions.join(','), companyId: String(device.companyId) }}
            value={null}
            onChange={(deviceId) => deviceId !== null && add.run({ params, body: { deviceId } })}
          />
        )}
      </Stack>
    </Panel>
  );
}
