import { Group, Text } from '@mantine/core';
import type { Alarm } from '#core/alarms/common/alarm.ts';
import { AcknowledgedChip } from '#core/alarms/web/parts.tsx';
import { Clock } from './Clock.tsx';
import { RankChip } from './RankChip.tsx';

/** An incident on a phone. */
export function IncidentCard({ alarm }: { alarm: Alarm }) {
  return (
    <>
      <Group gap="xs">
        <RankChip rank={alarm.rank} />
        <AcknowledgedChip value={alarm.acknowledged} app={alarm.app} />
        <Clock since={alarm.firstAt} until={alarm.closedAt} />
      </Group>
      <Text size="sm" mt={4}>
        <bdi>{[alarm.structure?.name ?? alarm.party?.structure, alarm.subject.name].filter(Boolean).join(' · ')}</bdi>
      </Text>
    </>
  );
}
