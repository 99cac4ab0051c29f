import { ActionIcon, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { iconSizes, sizes } from '../theme.ts';

/** An explanation behind an (i), at most 500 px wide; opens on hover, focus and touch. */
export function InfoTooltip({ text }: { text: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <Tooltip label={text} opened={opened} maw={sizes.tooltip}>
      <ActionIcon
        size="sm"
        aria-label={text}
        onMouseEnter={() => setOpened(true)}
        onMouseLeave={() => setOpened(false)}
        onFocus={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        onClick={() => setOpened(true)}
      >
        <IconInfoCircle size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
