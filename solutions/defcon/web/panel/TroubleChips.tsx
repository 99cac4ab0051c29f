import { Group } from '@mantine/core';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Panel } from '../../common/panel/panel.ts';
import { useText } from '../texts.ts';

/** What is wrong with a panel, each trouble by itself. */
export function TroubleChips({ troubles }: Pick<Panel, 'troubles'>) {
  const t = useText();
  if (troubles.length === 0) return '–';
  return (
    <Group gap={4} py={4} wrap="wrap">
      {troubles.map((one) => (
        <ToneChip key={one} tone="poor">
          {t(`values.trouble.${one}`)}
        </ToneChip>
      ))}
    </Group>
  );
}
