import { Chip, Group } from '@mantine/core';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useText } from '../texts.ts';
import { type MovingFilter, movingFilters } from './found-things.ts';
import classes from './Moving.module.css';

type Props = {
  counts: Readonly<Record<MovingFilter, number>>;
  value: MovingFilter;
  onChange(value: MovingFilter): void;
};

/** Chips that filter moving things by state, with their numbers. States that nothing is in are left out. */
export function MovingFilters({ counts, value, onChange }: Props) {
  const t = useText();
  const { number } = useFormats();
  const offered = movingFilters.filter((filter) => filter === 'all' || filter === value || counts[filter] > 0);
  return (
    <Group gap={6} role="radiogroup" aria-label={t('live.filter')}>
      <Chip.Group value={value} onChange={(next) => onChange(movingFilters.find((one) => one === next) ?? 'all')}>
        {offered.map((filter) => (
          <Chip key={filter} value={filter} size="xs" variant="outline">
            <span>{t(`live.states.${filter}`)}</span> <span className={classes.count}>{number(counts[filter])}</span>
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  );
}
