import { CloseButton, Group, Pill } from '@mantine/core';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { useText } from './texts.ts';
import { type ComparedCalls, maxCompared, type useComparedDevices } from './use-compared-devices.ts';

type Props = {
  device: DeviceDetail;
  compared: ReturnType<typeof useComparedDevices>;
  of: ComparedCalls;
};

/** Selects other devices of the same solution for the charts. */
export function ComparedDevices({ device, compared: { ids, names, choose }, of }: Props) {
  const t = useText();
  return (
    <Group gap="xs" align="flex-end">
      {ids.length < maxCompared && (
        <SearchSelect
          label={t('chart.compareWith')}
          of={of.list}
          filter={{ solutionId: String(device.solutionId) }}
          except={device.id}
          value={null}
          onChange={(id) => id !== null && choose([...ids, id])}
        />
      )}
      {ids.map((id, i) => {
        const name = names[i] ?? `#${id}`;
        return (
          <Pill key={id} size="md">
            <bdi>{name}</bdi>
            <CloseButton
              size="xs"
              aria-label={t('chart.stopComparing', { name })}
              onClick={() => choose(ids.filter((one) => one !== id))}
            />
          </Pill>
        );
      })}
    </Group>
  );
}
