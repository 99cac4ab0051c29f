import { Button, Checkbox, Group } from '@mantine/core';
import { IconArrowBackUp, IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { leastStops } from '../../common/routes/route-stop.ts';
import { useText } from '../texts.ts';
import classes from './Planner.module.css';
import type { Ends, Planner } from './use-planner.ts';

/** Puts the stops into the order with the least driving, and undoes changes of the order. */
export function BestOrder({ planner }: { planner: Planner }) {
  const t = useText();
  const [ends, setEnds] = useState<Ends>({ keepFirst: true, keepLast: false, departAt: '' });
  const hasWindows = planner.stops.some(({ from, to }) => from !== '' || to !== '');
  return (
    <>
      <div role="status" className={classes.said}>
        <span key={planner.said.number}>{planner.said.text}</span>
      </div>
      <Group gap="sm" align="end">
        <Button
          variant="default"
          leftSection={<IconArrowsSort size={iconSizes.md} aria-hidden />}
          disabled={planner.stops.length <= leastStops}
          onClick={() => planner.order(ends)}
        >
          {t('planner.bestOrder')}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconArrowBackUp size={iconSizes.md} aria-hidden />}
          disabled={!planner.canUndo}
          onClick={planner.undo}
        >
          {t('planner.undo')}
        </Button>
      </Group>
      <Group gap="md" align="end">
        {(['keepFirst', 'keepLast'] as const).map((end) => (
          <Checkbox
            key={end}
            label={t(`planner.${end}`)}
            checked={ends[end]}
            onChange={({ currentTarget }) => setEnds({ ...ends, [end]: currentTarget.checked })}
          />
        ))}
        {hasWindows && (
          <TimeField
            w="7rem"
            label={t('planner.departAt')}
            value={ends.departAt}
            onChange={(departAt) => setEnds({ ...ends, departAt })}
          />
        )}
      </Group>
    </>
  );
}
