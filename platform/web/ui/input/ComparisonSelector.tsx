import { Button, Menu } from '@mantine/core';
import { IconArrowsDiff, IconChevronDown } from '@tabler/icons-react';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { type Comparison, periodComparisons } from '../time/period.ts';
import { useInputText } from './texts.ts';

/**
 * Selects two periods to compare: today and yesterday, this week and last week, and so on. Its value is that of the
 * first period.
 */
export function ComparisonSelector({ value, onChange }: { value: number; onChange(value: number): void }) {
  const t = useKitText();
  const input = useInputText();
  const nameOf = ({ first, second }: Comparison) =>
    second
      ? input('comparison.pair', { first: t(`period.${first}`), second: t(`period.${second}`) })
      : input('comparison.last-48-hours');
  const current = periodComparisons.find((one) => one.value === value) ?? periodComparisons[0];
  const name = current ? nameOf(current) : '';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconArrowsDiff size={iconSizes.sm} aria-hidden />}
          rightSection={<IconChevronDown size={iconSizes.sm} aria-hidden />}
          aria-label={input('comparison.label', { pair: name })}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {periodComparisons.map((one) => (
          <Menu.Item
            key={one.value}
            onClick={() => onChange(one.value)}
            {...(one === current ? { 'aria-current': true, fw: 600 } : {})}
          >
            {nameOf(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
