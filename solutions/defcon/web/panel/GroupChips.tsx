import { Group } from '@mantine/core';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { GroupOfPanel } from '../../common/panel/panel.ts';
import { useText } from '../texts.ts';
import { groupTones } from '../tones.ts';
import { useGroupName } from './names.ts';

/** The states of the groups of a panel. A single group needs no name. */
export function GroupChips({ groups }: { groups: readonly GroupOfPanel[] }) {
  const t = useText();
  const nameOf = useGroupName();
  return (
    <Group gap={4} py={4} wrap="wrap">
      {groups.map((one) => {
        const state = t(`values.groupState.${one.state}`);
        return (
          <ToneChip key={one.id} tone={groupTones[one.state]}>
            {groups.length === 1 ? state : `${nameOf(one)}: ${state}`}
          </ToneChip>
        );
      })}
    </Group>
  );
}
