import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useRef } from 'react';
import type { Device } from '#core/devices/common/device.ts';
import { type DeviceAppearance, deviceState } from '#core/devices/web/parts.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './api.ts';
import classes from './DevicesPanel.module.css';
import { deviceDrag } from './PlanStage.tsx';

export type RowProps<Row extends Device> = {
  appearance: DeviceAppearance;
  pickedId: number | null;
  /** A note about the place of the device. */
  note(row: Row): string | undefined;
  onPick?: ((row: Row, byKeys: boolean) => void) | undefined;
  onTakeOff?: ((row: Row) => void) | undefined;
  draggable?: boolean;
};

/** The row height in pixels. */
export const rowHeight = 56;
const tones = { online: 'good', sleeping: 'ok', offline: 'problem', hidden: 'none' } as const;

/** A device with its icon, state and actions. */
export function DeviceRow<Row extends Device>({ row, ...props }: RowProps<Row> & { row: Row }) {
  const { appearance, pickedId, note, onPick, onTakeOff, draggable = false } = props;
  const t = useText();
  const Icon = appearance.iconOf(row);
  return (
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
      <StatusChip namespace="layouts" field="state" value={deviceState(row)} tones={tones} />
      {onTakeOff && (
        <Tooltip label={t('takeOff', { name: row.name })}>
          <ActionIcon aria-label={t('takeOff', { name: row.name })} onClick={() => onTakeOff(row)}>
            <IconMapPinOff size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

/** A virtual list of loaded devices. */
export function DeviceRows<Row extends Device>({ rows, ...props }: RowProps<Row> & { rows: readonly Row[] }) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  return (
    <div ref={scroll} className={classes.scroll}>
      <ul className={classes.rows} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            className={classes.rowItem}
            style={{ '--at': `${start}px` } as CSSProperties}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            <DeviceRow row={rows[index] as Row} {...props} />
          </li>
        ))}
      </ul>
    </div>
  );
}
