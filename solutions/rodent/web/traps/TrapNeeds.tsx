import { Group } from '@mantine/core';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { Trap } from '../../common/trap-routes.ts';
import type { useText } from '../texts.ts';

const tones: Readonly<Record<Trap['needs'][number], Tone>> = {
  sprung: 'poor',
  full: 'problem',
  displaced: 'poor',
  silent: 'problem',
  battery: 'poor',
};

/** Why somebody has to go to a trap. */
export const TrapNeeds = ({ needs }: Pick<Trap, 'needs'>) =>
  needs.length === 0 ? (
    '–'
  ) : (
    <Group gap={4}>
      {needs.map((need) => (
        <StatusChip key={need} value={need} namespace="rodent" field="need" tones={tones} />
      ))}
    </Group>
  );

export const needsText = (t: ReturnType<typeof useText>, needs: Trap['needs']): string =>
  needs.map((need) => t(`values.need.${need}`)).join(' · ');
