import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { swam } from '../app.ts';
import { api } from './api.ts';

type Props = { id: number; period: { from: string; to: string } };

/** The open alarms of a site by kind, each as a link to its list. */
export function AlarmKinds({ id, period }: Props) {
  const { number } = useFormats();
  const { title } = useAlarmTexts(swam);
  const { read } = api.alarmCount;
  const query = useData(read, { query: { ...period, structureId: id } }, { silent: true });
  useLiveRefetch(['alarms'], read.keyPrefix);
  // The list below says that there is none, or that it could not be loaded.
  if (!query.data || query.data.kinds.length === 0) return null;
  return (
    <Group gap="xs" mb="sm">
      {query.data.kinds.map((kind) => (
        <Anchor
          key={`${kind.class} ${kind.kind} ${kind.names?.en}`}
          component={Link}
          to={`${alarmAddress(swam, kind.class)}?structureId=${id}&kind=${kind.kind}`}
          underline="never"
        >
          <ToneChip tone={kind.severity}>{`${title(kind)} \u2066×${number(kind.count)}\u2069`}</ToneChip>
        </Anchor>
      ))}
    </Group>
  );
}
