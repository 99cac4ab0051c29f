import { Select, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useSpaces } from '#core/places/web/parts.tsx';
import { searchMs } from '#platform/common/list.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import type { Layout } from '../../common/layout.ts';
import type { LayoutItem } from '../../common/layout-item.ts';
import { useText } from '../api.ts';
import panel from '../DevicesPanel.module.css';
import classes from './Items.module.css';
import { firstOutline, keyOf } from './item-math.ts';
import type { ItemKinds } from './use-item-kinds.ts';

/** What can be placed: an item without a position. */
export type Candidate = Omit<LayoutItem, 'id' | 'x' | 'y' | 'turn'>;
type Props = {
  layout: Layout;
  kinds: ItemKinds;
  placed: readonly LayoutItem[];
  pickedKey: string | null;
  onPick(candidate: Candidate, byKeys: boolean): void;
};

const most = 100;
const outlinedSpaces = ['bay', 'area', 'desk', 'shelf'];

/** The panel next to a plan: what can be placed on it, by kind. */
export function ItemsPanel({ layout, kinds, placed, pickedKey, onPick }: Props) {
  const t = useText();
  const [kind, setKind] = useState(kinds.spaceKinds[0]?.value ?? '');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchMs);
  const record = kinds.records.find((one) => `${one.app}.${one.kind}` === kind);
  const taken = new Set(placed.map(keyOf));
  const rows = { placed: taken, pickedKey, onPick, search };
  return (
    <aside className={panel.panel} aria-label={t('items.title')}>
      <Select
        label={t('items.kind')}
        value={kind}
        data={[
          ...kinds.spaceKinds,
          ...kinds.records.map((one) => ({ value: `${one.app}.${one.kind}`, label: one.label })),
        ]}
        allowDeselect={false}
        onChange={(next) => next && setKind(next)}
      />
      <TextInput
        aria-label={t('items.search')}
        placeholder={t('items.search')}
        value={typed}
        maxLength={100}
        leftSection={<IconSearch size={iconSizes.md} aria-hidden />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {record ? (
        <RecordRows key={kind} layout={layout} record={record} {...rows} />
      ) : (
        <SpaceRows key={kind} layout={layout} kind={kind} {...rows} />
      )}
    </aside>
  );
}

type RowsProps = { placed: ReadonlySet<string>; search: string } & Pick<Props, 'pickedKey' | 'onPick'>;

function SpaceRows({ layout, kind, search, ...rest }: RowsProps & { layout: Layout; kind: string }) {
  const { companyId, structureId, floorId } = layout;
  const list = useSpaces({ companyId, structureId, floorId, kind, search }, most);
  const candidates = list.rows.map((row) => ({
    ...{ app: 'places', kind: 'space', refId: row.id, name: row.name, spaceKind: row.kind, look: null },
    outline: outlinedSpaces.includes(row.kind) ? [...firstOutline] : null,
  }));
  return <Rows candidates={candidates} loading={list.loading} {...rest} />;
}

function RecordRows({
  record,
  layout,
  search,
  ...rest
}: RowsProps & { layout: Layout; record: ItemKinds['records'][number] }) {
  const ofSite = record.list.route.list?.filter?.includes('structureId');
  const list = useList(record.list, {
    ...{ limit: most, total: true },
    ...(search ? { search } : {}),
    ...(ofSite ? { filter: { structureId: String(layout.structureId) } } : {}),
  });
  const candidates = (list.rows as readonly { id: number; name: string | null; number?: number }[]).map((row) => ({
    ...{ app: record.app, kind: record.kind, refId: row.id, name: row.name ?? String(row.number ?? row.id) },
    ...{ spaceKind: null, look: null },
    outline: record.outlined ? [...firstOutline] : null,
  }));
  return <Rows candidates={candidates} loading={list.loading} {...rest} />;
}

function Rows({
  candidates,
  loading,
  placed,
  pickedKey,
  onPick,
}: Omit<RowsProps, 'search'> & { candidates: readonly Candidate[]; loading: boolean }) {
  const t = useText();
  const free = candidates.filter((one) => !placed.has(keyOf(one)));
  if (loading) return <Skeleton h={sizes.touch * 3} />;
  if (free.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('items.noneFree')}
      </Text>
    );
  return (
    <div className={classes.rows}>
      {free.map((one) => (
        <UnstyledButton
          key={keyOf(one)}
          className={panel.row}
          data-picked={keyOf(one) === pickedKey || undefined}
          aria-pressed={keyOf(one) === pickedKey}
          // A click without a pointer comes from the keyboard or a screen reader.
          onClick={(event) => onPick(one, event.detail === 0)}
        >
          <bdi>{one.name}</bdi>
        </UnstyledButton>
      ))}
    </div>
  );
}
