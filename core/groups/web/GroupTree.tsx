import { useDirection } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { type Branch, treeOf } from '../common/group-tree.ts';
import type { RecordGroup } from '../common/record-group.ts';
import { GroupDot } from './GroupDot.tsx';
import classes from './GroupTree.module.css';
import { useText } from './text.ts';
import { stepOfKey, type TreeRow } from './tree-keys.ts';

type Group = Pick<RecordGroup, 'id' | 'name' | 'colour' | 'parentId' | 'total'>;
type Props = {
  /** The accessible name. */
  label: string;
  groups: readonly Group[];
  /** The chosen group; null for all records, also those of no group. */
  value: number | null;
  onChange(id: number | null): void;
};
type Row = TreeRow & { level: number; group: Group | null };

const rowsOf = (branches: readonly Branch<Group>[], closed: ReadonlySet<number>): Row[] =>
  branches.flatMap(({ group, level, inner }) => [
    { id: group.id, parentId: group.parentId, inner: inner.map((one) => one.group.id), level, group },
    ...(closed.has(group.id) ? [] : rowsOf(inner, closed)),
  ]);
const everything: Row = { id: null, parentId: null, inner: [], level: 1, group: null };

/** Groups as a tree with the numbers of their records. Arrow keys move, open and close; Enter and the space bar choose. */
export function GroupTree({ label, groups, value, onChange }: Props) {
  const t = useText();
  const { dir } = useDirection();
  const tree = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState<number | null>(value);
  const rows = [everything, ...rowsOf(treeOf(groups), closed)];
  // The row that Tab reaches: the last one that had the focus, if it is still shown.
  const reached = rows.some(({ id }) => id === active) ? active : null;
  const isClosed = (id: number) => closed.has(id);
  const setOpen = (id: number, open: boolean) =>
    setClosed((before) => new Set(open ? [...before].filter((one) => one !== id) : [...before, id]));

  const onKeyDown = (event: KeyboardEvent, row: Row, position: number) => {
    const step = stepOfKey(event.key, rows, position, { mirrored: dir === 'rtl', isClosed });
    if (!step) return;
    event.preventDefault();
    if (step.kind === 'choose') onChange(row.id);
    if (step.kind === 'open' || step.kind === 'close') setOpen(step.id, step.kind === 'open');
    if (step.kind === 'focus') tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[step.position]?.focus();
  };

  return (
    <div ref={tree} role="tree" aria-label={label}>
      {rows.map((row, position) => {
        const { id, level, group, inner } = row;
        const isParent = id !== null && inner.length > 0;
        return (
          <div
            key={id ?? 'all'}
            role="treeitem"
            aria-level={level}
            aria-selected={id === value}
            {...(isParent ? { 'aria-expanded': !isClosed(id) } : {})}
            tabIndex={id === reached ? 0 : -1}
            className={classes.row}
            onFocus={() => setActive(id)}
            onClick={() => onChange(id)}
            onKeyDown={(event) => onKeyDown(event, row, position)}
          >
            <Toggle {...(isParent ? { open: !isClosed(id), onToggle: () => setOpen(id, isClosed(id)) } : {})} />
            {group ? <Name group={group} /> : t('all')}
          </div>
        );
      })}
    </div>
  );
}

/** Opens and closes a row by the pointer; the keyboard has the arrow keys of the row. */
function Toggle({ open, onToggle }: { open?: boolean; onToggle?(): void }) {
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle?.();
  };
  if (!onToggle) return <span className={classes.toggle} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row has the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the row has the keys
    <span className={classes.toggle} data-open={open || undefined} onClick={toggle}>
      <IconChevronRight size={iconSizes.sm} aria-hidden />
    </span>
  );
}

function Name({ group: { name, colour, total } }: { group: Group }) {
  const t = useText();
  const { number } = useFormats();
  const shown = number(total);
  return (
    <>
      <GroupDot colour={colour} />
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.count} title={t('count', { count: total, shown })}>
        {shown}
      </span>
    </>
  );
}
