import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useRef } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { type DeviceLook, deviceState } from '#core/devices/web/parts.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { StatusChip } from '#platform/web/ui/StatusChip.tsx';
import { useText } from './api.ts';
import classes from './Plan.module.css';
import { deviceDrag } from './PlanStage.tsx';

type Props<Row extends Device> = {
  rows: readonly Row[];
  look: DeviceLook;
  pickedId: number | null;
  /** Where it stands, when that is worth a word. */
  note(row: Row): string | undefined;
  empty: string;
  onPick?: ((row: Row, byKeys: boolean) => void) | undefined;
  onTakeOff?: ((row: Row) => void) | undefined;
  draggable?: boolean;
};

const rowHeight = 56;
const tones = { online: 'good', offline: 'problem', hidden: 'none' } as const;

/** Devices one below the other; however many there are, only those in sight are drawn. */
export function DeviceRows<Row extends Device>(props: Props<Row>) {
  const { rows, look, pickedId, note, empty, onPick, onTakeOff, draggable = false } = props;
  const t = useText();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <div ref={scroll} className={classes.scroll}>
      <ul className={classes.rows} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index] as Row;
          const Icon = look.iconOf(row);
          const state = deviceState(row);
          return (
            <li
              key={key}
              className={classes.rowItem}
              style={{ '--at': `${start}px` } as CSSProperties}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <div className={classes.row} data-picked={row.id === pickedId || undefined}>
                <Icon size={iconSizes.lg} aria-hidden />
                <UnstyledButton
                  className={classes.rowText}
                  data-device-row={row.id}
                  disabled={!onPick}
                  aria-pressed={onPick ? row.id === pickedId : undefined}
                  draggable={draggable && onPick !== undefined}
                  onDragStart={(event) => {
                    event.dataTransfer.setData(deviceDrag, JSON.stringify({ id: row.id, name: row.name }));
                    event.dataTransfer.effectAllowed = 'move';
                  }}
                  // A click without a pointer comes from the keyboard or a screen reader.
                  onClick={(event) => onPick?.(row, event.detail === 0)}
                >
                  <bdi>{row.name}</bdi>
                  {note(row) && <bdi className={classes.note}>{note(row)}</bdi>}
                </UnstyledButton>
                <StatusChip namespace="layouts" field="state" value={state} tones={tones} />
                {onTakeOff && (
                  <Tooltip label={t('takeOff', { name: row.name })}>
                    <ActionIcon aria-label={t('takeOff', { name: row.name })} onClick={() => onTakeOff(row)}>
                      <IconMapPinOff size={iconSizes.md} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
