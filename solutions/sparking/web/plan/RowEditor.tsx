import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Layout } from '#core/layouts/common/layout.ts';
import { maxItems } from '#core/layouts/common/layout-item.ts';
import { ItemLayer, PlanStage, placeItems, type Spot, useItems } from '#core/layouts/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { PlanSlot } from '../../common/plan/plan.ts';
import { itemsOfRow, type Row } from '../../common/plan/row-items.ts';
import { useText } from '../api.ts';
import classes from './Plan.module.css';
import { looks } from './slot-looks.ts';

type Props = { layout: Layout; slots: readonly PlanSlot[]; onDone(): void };
const firstRow: Row = { start: { x: 0.1, y: 0.5 }, end: { x: 0.9, y: 0.5 }, turn: 0 };
const ends = ['start', 'end'] as const;
const axes = ['x', 'y'] as const;
type End = (typeof ends)[number];
const percent = (part: number) => Math.round(part * 1000) / 10;

/** A row being drawn: the bays that are not on the plan yet from the first chosen one on, and where they go. */
function useRow(layout: Layout, slots: readonly PlanSlot[]) {
  const { items } = useItems(layout);
  const placed = new Set(items.flatMap(({ app, refId }) => (app === 'places' ? refId : [])));
  const isHere = ({ floorId }: PlanSlot) => layout.floorId === null || floorId === null || floorId === layout.floorId;
  const free = slots.filter((slot) => !placed.has(slot.id) && isHere(slot));
  const [first, setFirst] = useState<number | null>(null);
  const [count, setCount] = useState(10);
  const [row, setRow] = useState<Row>(firstRow);
  const [next, setNext] = useState<End>('start');
  const from = Math.max(
    0,
    free.findIndex(({ id }) => id === first),
  );
  const chosen = free.slice(from, from + Math.min(count, maxItems));
  const names = new Map(chosen.map(({ id, number }) => [id, number]));
  const drawn = itemsOfRow([...names.keys()], row, layout.height / layout.width);
  return {
    ...{ items, free, chosen, row, next, drawn, setFirst, setCount },
    most: Math.min(maxItems, free.length - from),
    preview: drawn.map((item) => ({
      ...{ ...item, id: 0, name: names.get(item.refId) ?? '' },
      ...{ spaceKind: 'bay', look: null },
    })),
    setTurn: (turn: number) => setRow((before) => ({ ...before, turn })),
    setSpot: (end: End, spot: Partial<Spot>) => setRow((before) => ({ ...before, [end]: { ...before[end], ...spot } })),
    tap(spot: Spot) {
      setRow((before) => ({ ...before, [next]: spot }));
      setNext(next === 'start' ? 'end' : 'start');
    },
  };
}
type Drawing = ReturnType<typeof useRow>;

/** Places many bays as a row: the two ends by taps on the plan or by figures. */
export function RowEditor({ layout, slots, onDone }: Props) {
  const t = useText();
  const drawing = useRow(layout, slots);
  const put = useAction(placeItems, { onDone });
  if (drawing.free.length === 0) return <Text c="dimmed">{t('row.allPlaced')}</Text>;
  return (
    <div className={classes.row}>
      <div className={classes.plan}>
        <PlanStage layout={layout} aiming crowded={false} onTap={drawing.tap}>
          {(spotOf) => (
            <ItemLayer
              layout={layout}
              items={[...drawing.items, ...drawing.preview]}
              kinds={{ lookOf: ({ id }) => looks[id === 0 ? 'free' : 'out-of-service'], labelOf: () => t('row.title') }}
              label={t('row.title')}
              spotOf={spotOf}
            />
          )}
        </PlanStage>
      </div>
      <Panel title={t('row.title')}>
        <Stack>
          <RowFields drawing={drawing} />
          <Group gap="xs">
            <Button
              loading={put.pending}
              onClick={() => put.run({ params: { id: layout.id }, body: { items: drawing.drawn } })}
            >
              {t('row.place', { count: drawing.chosen.length })}
            </Button>
            <Button variant="default" onClick={onDone}>
              {t('row.cancel')}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </div>
  );
}

function RowFields({
  drawing: { free, chosen, row, next, most, setFirst, setCount, setTurn, setSpot },
}: {
  drawing: Drawing;
}) {
  const t = useText();
  return (
    <>
      <Text size="sm">{t(`row.tap.${next}`)}</Text>
      <Select
        label={t('row.first')}
        value={String(chosen[0]?.id ?? '')}
        data={free.map(({ id, number }) => ({ value: String(id), label: number }))}
        searchable
        allowDeselect={false}
        onChange={(id) => setFirst(id === null ? null : Number(id))}
      />
      <NumberInput
        label={t('row.count')}
        value={chosen.length}
        min={1}
        max={most}
        onChange={(value) => typeof value === 'number' && setCount(Math.max(1, value))}
      />
      <SimpleGrid cols={2}>
        {ends.flatMap((end) =>
          axes.map((axis) => (
            <NumberInput
              key={`${end}${axis}`}
              label={t(`row.${end}.${axis}`)}
              value={percent(row[end][axis])}
              min={0}
              max={100}
              suffix=" %"
              onChange={(value) =>
                typeof value === 'number' && setSpot(end, { [axis]: Math.min(100, Math.max(0, value)) / 100 })
              }
            />
          )),
        )}
      </SimpleGrid>
      <NumberInput
        label={t('row.turn')}
        value={row.turn}
        min={-180}
        max={180}
        suffix="°"
        onChange={(value) => typeof value === 'number' && setTurn(Math.round(value))}
      />
    </>
  );
}
