import { DragDropContext, Draggable, Droppable, type DropResult, type ResponderProvided } from '@hello-pangea/dnd';
import { Button, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import classes from './ColumnBoard.module.css';
import { useColumnText } from './texts.ts';

export type BoardColumn = { id: string; title: string };

type Props<Row> = {
  /** The accessible name of the board. */
  label: string;
  columns: readonly BoardColumn[];
  /** In the order of their columns. */
  rows: readonly Row[];
  columnOf(row: Row): string;
  /** How a row is announced. */
  nameOf(row: Row): string;
  /** Whether a row may be moved to another column; columns that refuse are dim while it is dragged. */
  mayMove(row: Row, column: string): boolean;
  /** Moves a row. It is shown there at once, and returns if this refuses. */
  moveTo(row: Row, column: string): Promise<unknown>;
  card(row: Row): ReactNode;
};

/** Columns begin with so many cards. */
const pageSize = 50;

/**
 * Cards in columns that are moved by mouse, touch and keyboard: Space lifts one, the arrows move it, Space drops it and
 * Escape puts it back. All of that is announced.
 */
export function ColumnBoard<Row extends { id: number }>(props: Props<Row>) {
  const { label, columns, rows, columnOf, nameOf, mayMove, moveTo, card } = props;
  const t = useColumnText();
  const [dragged, setDragged] = useState<Row | null>(null);
  /** Where rows are shown until their move has succeeded or failed. */
  const [moved, setMoved] = useState<ReadonlyMap<number, string>>(new Map());
  const placeOf = (row: Row) => moved.get(row.id) ?? columnOf(row);
  const titleOf = (id: string | undefined) => columns.find((column) => column.id === id)?.title ?? '';
  const rowOf = (draggable: string) => rows.find(({ id }) => String(id) === draggable);

  async function drop({ draggableId, source, destination }: DropResult, { announce }: ResponderProvided) {
    setDragged(null);
    const row = rowOf(draggableId);
    const to = destination?.droppableId;
    if (!row) return;
    if (to === undefined || to === source.droppableId) {
      announce(t('putBack', { name: nameOf(row), column: titleOf(source.droppableId) }));
      return;
    }
    announce(t('dropped', { name: nameOf(row), column: titleOf(to) }));
    setMoved((before) => new Map(before).set(row.id, to));
    // A notice shows why it was refused.
    await Promise.resolve(moveTo(row, to)).catch(() => undefined);
    setMoved((before) => {
      const after = new Map(before);
      after.delete(row.id);
      return after;
    });
  }

  return (
    <DragDropContext
      dragHandleUsageInstructions={t('instructions')}
      onDragStart={({ draggableId, source }, { announce }) => {
        const row = rowOf(draggableId);
        setDragged(row ?? null);
        if (row) announce(t('lifted', { name: nameOf(row), column: titleOf(source.droppableId) }));
      }}
      onDragUpdate={({ draggableId, destination }, { announce }) => {
        const row = rowOf(draggableId);
        if (row && destination) announce(t('over', { name: nameOf(row), column: titleOf(destination.droppableId) }));
      }}
      onDragEnd={(result, provided) => void drop(result, provided)}
    >
      <section className={classes.board} aria-label={label}>
        {columns.map((column) => (
          <Column
            key={column.id}
            column={column}
            rows={rows.filter((row) => placeOf(row) === column.id)}
            refuses={dragged !== null && columnOf(dragged) !== column.id && !mayMove(dragged, column.id)}
            nameOf={nameOf}
            card={card}
          />
        ))}
      </section>
    </DragDropContext>
  );
}

type ColumnProps<Row> = Pick<Props<Row>, 'nameOf' | 'card' | 'rows'> & { column: BoardColumn; refuses: boolean };

/** A column with its first cards, and a button for more. */
function Column<Row extends { id: number }>({ column, rows, refuses, nameOf, card }: ColumnProps<Row>) {
  const t = useColumnText();
  const kit = useKitText();
  const { number } = useFormats();
  const [most, setMost] = useState(pageSize);
  const heading = `column-${column.id}`;
  return (
    <section className={classes.column} data-refuses={refuses || undefined} aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading} className={classes.title}>
        {column.title} <span className={classes.count}>{number(rows.length)}</span>
      </Title>
      <Droppable droppableId={column.id} isDropDisabled={refuses}>
        {(area, { isDraggingOver }) => (
          <div
            ref={area.innerRef}
            {...area.droppableProps}
            className={classes.cards}
            data-over={isDraggingOver || undefined}
          >
            {rows.slice(0, most).map((row, at) => (
              <Draggable key={row.id} draggableId={String(row.id)} index={at}>
                {(item, { isDragging }) => {
                  // A card has links of its own, which a button must not have.
                  const { role: _, ...handle } = item.dragHandleProps ?? { role: '' };
                  return (
                    <article
                      ref={item.innerRef}
                      {...item.draggableProps}
                      {...handle}
                      aria-label={nameOf(row)}
                      className={classes.card}
                      data-dragged={isDragging || undefined}
                    >
                      {card(row)}
                    </article>
                  );
                }}
              </Draggable>
            ))}
            {area.placeholder}
            {rows.length === 0 && (
              <Text size="sm" c="dimmed" className={classes.none}>
                {t('none')}
              </Text>
            )}
          </div>
        )}
      </Droppable>
      {rows.length > most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + pageSize)}>
          {kit('actions.showMore')}
        </Button>
      )}
    </section>
  );
}
