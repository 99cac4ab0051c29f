import { DragDropContext, Draggable, Droppable } from '@hello-pangea/dnd';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { leastStops } from '../../common/routes/route-stop.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from './Planner.module.css';
import { RouteStopRow } from './RouteStopRow.tsx';
import type { Planner } from './use-planner.ts';
import type { ShownWay } from './use-way.ts';

type Props = { planner: Planner; way: ShownWay; errorAt(path: string): ReactNode };

/** The stops in their order, moved by mouse, touch and keyboard, and a search that adds points of interest. */
export function RouteStops({ planner, way, errorAt }: Props) {
  const t = useText();
  const { stops } = planner;
  const nameOf = (key: string) => stops.find((stop) => String(stop.key) === key)?.name ?? '';
  return (
    <>
      <Totals planner={planner} way={way} />
      <DragDropContext
        dragHandleUsageInstructions={t('planner.dragHelp')}
        onDragStart={({ draggableId }, { announce }) => announce(t('planner.lifted', { name: nameOf(draggableId) }))}
        onDragUpdate={({ draggableId, destination }, { announce }) => {
          if (destination)
            announce(t('planner.moved', { name: nameOf(draggableId), place: destination.index + 1, of: stops.length }));
        }}
        onDragEnd={({ draggableId, source, destination }, { announce }) => {
          if (destination && destination.index !== source.index) planner.move(source.index, destination.index);
          else announce(t('planner.putBack', { name: nameOf(draggableId) }));
        }}
      >
        <Droppable droppableId="stops">
          {(area) => (
            <ol ref={area.innerRef} {...area.droppableProps} className={classes.stops} aria-label={t('planner.stops')}>
              {stops.map((stop, at) => (
                // Only the grip drags, and it is a button.
                <Draggable key={stop.key} draggableId={String(stop.key)} index={at} disableInteractiveElementBlocking>
                  {(item, { isDragging }) => (
                    <li
                      ref={item.innerRef}
                      {...item.draggableProps}
                      className={classes.stop}
                      data-dragged={isDragging || undefined}
                    >
                      <RouteStopRow
                        planner={planner}
                        stop={stop}
                        at={at}
                        leg={way.legs[at - 1]}
                        handle={item.dragHandleProps}
                        errorAt={errorAt}
                      />
                    </li>
                  )}
                </Draggable>
              ))}
              {area.placeholder}
            </ol>
          )}
        </Droppable>
      </DragDropContext>
      <AddPoint planner={planner} />
    </>
  );
}

/** Each choice adds a stop and empties the search for the next one. */
function AddPoint({ planner }: Pick<Props, 'planner'>) {
  const t = useText();
  return (
    <SearchSelect
      key={planner.stops.length}
      label={t('planner.addPoint')}
      value={null}
      of={api.point.list}
      disabled={planner.isFull}
      onChange={(pointId) => {
        if (pointId === null) return;
        void api.point.get
          .send({ params: { id: pointId } })
          // A notice shows why it could not be read.
          .then(
            ({ name, location }) => planner.add({ name, location, pointId }),
            () => undefined,
          );
      }}
    />
  );
}

/** How far and how long the route is, and what that was measured with. */
function Totals({ planner: { stops }, way }: Pick<Props, 'planner' | 'way'>) {
  const t = useText();
  const { number } = useFormats();
  if (stops.length < leastStops)
    return (
      <Text size="sm" c="dimmed">
        {t('planner.few')}
      </Text>
    );
  const service = stops.reduce((sum, { serviceMinutes }) => sum + (Number(serviceMinutes) || 0), 0);
  const km = t('km', { value: number(way.metres / 1000, 1) });
  return (
    <Stack gap={2}>
      <Text fw={600}>
        {t('planner.total', { km, time: formatDuration(way.seconds * 1000) })}
        {service > 0 && (
          <Text span c="dimmed" fw={400}>
            {' · '}
            {t('planner.withService', { time: formatDuration((way.seconds + service * 60) * 1000) })}
          </Text>
        )}
      </Text>
      {way.engine === 'straight' && (
        <Text size="sm" c="dimmed">
          {t(way.isStale ? 'planner.stale' : 'planner.straight')}
        </Text>
      )}
    </Stack>
  );
}
