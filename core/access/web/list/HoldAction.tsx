import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import type { Device } from '#core/devices/common/device.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { useHold } from '../light/link/use-hold.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import classes from './HoldAction.module.css';

/** Opens the lock of a row when it is held for a moment, or when Enter is pressed twice. */
export function HoldAction({ row, label, onDone }: { row: Device; label: string; onDone(): void }) {
  const t = useText();
  const { calls } = useAccess();
  const unlock = useAction(calls.lock.unlock, {
    keyed: true,
    notice: () => t('lock.sent', { name: row.name }),
    onDone,
  });
  const { held, asked, button } = useHold({
    disabled: unlock.pending || row.suspended,
    onHeld: () => unlock.run({ params: { id: row.id }, body: {} }),
  });
  const hint = held ? t('hold.holding') : asked ? t('hold.again') : label;
  return (
    <Tooltip label={hint} opened={held || asked || undefined}>
      <ActionIcon
        color={meaningColors.quiet}
        className={classes.hold ?? ''}
        loading={unlock.pending}
        disabled={row.suspended}
        aria-label={hint}
        {...button}
      >
        <IconLockOpen size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
