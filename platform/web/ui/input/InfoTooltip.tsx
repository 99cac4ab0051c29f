import { Tooltip, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { iconSizes, sizes } from '../../theme.ts';
import classes from './Input.module.css';

/** An info icon with an explanation on hover, focus and touch; at most 500 px wide. Esc closes it. */
export function InfoTooltip({ label, children }: { label: string; children: ReactNode }) {
  const [opened, { open, close, toggle }] = useDisclosure(false);
  return (
    <Tooltip label={children} opened={opened} multiline maw={sizes.tooltip}>
      <UnstyledButton
        className={classes.info}
        aria-label={label}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={open}
        onBlur={close}
        // A touch focuses first, which opens it; a second touch closes it.
        onClick={(event) => event.detail === 0 && toggle()}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <IconInfoCircle size={iconSizes.md} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
