import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLasso,
  IconRotate,
  IconRotateClockwise,
  IconTrash,
  IconVectorBezier2,
} from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from '../api.ts';
import type { ItemMoves } from './use-item-moves.ts';

type Props = { moves: ItemMoves; lassoing: boolean; onLasso(): void; onOutline(): void };

/** What can be done with the selected items; each has a key as well. */
export function ItemTools({ moves, lassoing, onLasso, onOutline }: Props) {
  const t = useText();
  const some = moves.chosen.length > 0;
  const tools = [
    ['lasso', IconLasso, true, onLasso],
    ['turnBack', IconRotate, some, () => moves.turn(-1)],
    ['turn', IconRotateClockwise, some, () => moves.turn(1)],
    ['outline', IconVectorBezier2, moves.chosen.length === 1, onOutline],
    ['remove', IconTrash, some, moves.remove],
  ] as const;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        disabled={!moves.undoable}
        leftSection={<IconArrowBackUp size={iconSizes.md} aria-hidden />}
        onClick={moves.undo}
      >
        {t('undo')}
      </Button>
      <Tooltip label={t('items.redo')}>
        <ActionIcon
          variant="default"
          size="lg"
          disabled={!moves.redoable}
          aria-label={t('items.redo')}
          onClick={moves.redo}
        >
          <IconArrowForwardUp size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {tools.map(([key, Icon, enabled, run]) => (
        <Tooltip key={key} label={t(`items.${key}`)}>
          <ActionIcon
            variant={key === 'lasso' && lassoing ? 'filled' : 'default'}
            size="lg"
            disabled={!enabled}
            aria-label={t(`items.${key}`)}
            aria-pressed={key === 'lasso' ? lassoing : undefined}
            onClick={run}
          >
            <Icon size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
