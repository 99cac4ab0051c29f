import { ActionIcon, type ComboboxItem, Group, Select, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { fold } from '#platform/common/search/search.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from './api.ts';
import classes from './Plan.module.css';

/** More floors are selected by search instead of tabs. */
export const maxFloorTabs = 12;

export type FloorChoice = Required<Pick<PageTab, 'value' | 'label' | 'count'>>;

type Props = {
  /** The whole structure, then the floors, lowest first. */
  floors: readonly FloorChoice[];
  value: string;
  onChange(value: string): void;
};

/** Selects one of many floors by search, or the one above or below. */
export function FloorSelect({ floors, value, onChange }: Props) {
  const t = useText();
  const kitText = useKitText();
  const { number } = useFormats();
  const index = floors.findIndex((floor) => floor.value === value);
  const steps = [
    ['floorAbove', IconChevronUp, floors[index + 1]],
    ['floorBelow', IconChevronDown, floors[index - 1]],
  ] as const;
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        className={classes.floors}
        aria-label={t('chooseFloor')}
        data={floors.map(({ value: floor, label }) => ({ value: floor, label }))}
        value={value}
        onChange={(next) => next && onChange(next)}
        allowDeselect={false}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={kitText('list.noOptions')}
        filter={({ options, search }) =>
          (options as ComboboxItem[]).filter((floor) => fold(floor.label).includes(fold(search.trim())))
        }
        renderOption={({ option }) => (
          <span className={classes.floor}>
            <bdi>{option.label}</bdi>
            <Text span size="sm" c="dimmed">
              {plansOf(option)}
            </Text>
          </span>
        )}
      />
      {steps.map(([key, Icon, to]) => (
        <Tooltip key={key} label={t(key)}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t(key)}
            disabled={!to}
            onClick={() => to && onChange(to.value)}
          >
            <Icon size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );

  function plansOf(option: ComboboxItem) {
    const count = floors.find((floor) => floor.value === option.value)?.count ?? 0;
    return count > 0 ? t('planCount', { count, shown: number(count) }) : null;
  }
}
