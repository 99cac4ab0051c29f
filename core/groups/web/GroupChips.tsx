import { Group } from '@mantine/core';
import type { RecordGroup } from '../common/record-group.ts';
import { GroupDot } from './GroupDot.tsx';

type Props = { groups: readonly Pick<RecordGroup, 'id' | 'name' | 'colour'>[] };

/** The groups of a record, for a column of its list. */
export function GroupChips({ groups }: Props) {
  if (groups.length === 0) return '–';
  return (
    <Group gap="xs">
      {groups.map(({ id, name, colour }) => (
        <Group key={id} gap={4} wrap="nowrap" component="span">
          <GroupDot colour={colour} />
          <bdi>{name}</bdi>
        </Group>
      ))}
    </Group>
  );
}
