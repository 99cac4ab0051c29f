import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import { ActionIcon, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { IconClock, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Leg } from '#core/roads/common/roads.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { longestService } from '../../common/routes/route-stop.ts';
import { useText } from '../texts.ts';
import { type DraftStop, windowOf } from './draft.ts';
import classes from './Planner.module.css';
import type { Planner } from './use-planner.ts';

type Props = {
  planner: Planner;
  stop: DraftStop;
  at: number;
  /** The way from the stop before. */
  leg: Leg | undefined;
  handle: DraggableProvidedDragHandleProps | null;
  errorAt(path: string): ReactNode;
};

const minuteMs = 60_000;
const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** A stop: where it is in the order, its name, how far it is from the one before, and its times. */
export function RouteStopRow({ planner, stop, at, leg, handle, errorAt }: Props) {
  const t = useText();
  const { number } = useFormats();
  const [opened, setOpened] = useState(false);
  const path = `stops.${at}`;
  const isWrong = ['from', 'to', 'serviceMinutes'].some((field) => errorAt(`${path}.${field}`));
  const showsTimes = opened || isWrong;
  const { name } = stop;
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    planner.move(at, at + step);
  };
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="start">
        <ActionIcon
          size="lg"
          className={classes.grip}
          {...handle}
          aria-label={t('planner.drag', { name })}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={move}
        >
          <IconGripVertical size={iconSizes.md} aria-hidden />
        </ActionIcon>
        <span className={classes.number} aria-hidden>
          {number(at + 1)}
        </span>
        <div className={classes.name}>
          {stop.pointId === null ? (
            <TextInput
              aria-label={t('planner.name')}
              value={name}
              maxLength={120}
              error={errorAt(`${path}.name`)}
              onChange={({ currentTarget }) => planner.edit(at, { name: currentTarget.value })}
            />
          ) : (
            <Text className={classes.point} fw={550}>
              <bdi>{name}</bdi>
            </Text>
          )}
          <StopFacts stop={stop} leg={leg} />
          {errorAt(`${path}.pointId`) && (
            <Text size="sm" c="var(--mantine-color-error)">
              {errorAt(`${path}.pointId`)}
            </Text>
          )}
        </div>
        <ActionIcon
          size="lg"
          aria-label={t('planner.details', { name })}
          aria-expanded={showsTimes}
          onClick={() => setOpened(!opened)}
        >
          <IconClock size={iconSizes.md} aria-hidden />
        </ActionIcon>
        <ActionIcon size="lg" aria-label={t('planner.remove', { name })} onClick={() => planner.remove(at)}>
          <IconTrash size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </Group>
      {showsTimes && <Times planner={planner} stop={stop} at={at} errorAt={errorAt} />}
    </>
  );
}

/** How far the stop is from the one before, when the vehicle may arrive, and how long it stays. */
function StopFacts({ stop, leg }: Pick<Props, 'stop' | 'leg'>) {
  const t = useText();
  const { number } = useFormats();
  const window = windowOf(stop);
  const facts = [
    ...(leg ? [t('km', { value: number(leg.metres / 1000, 1) }), formatDuration(leg.seconds * 1000)] : []),
    ...(window ? [t('fromTo', window)] : []),
    ...(stop.serviceMinutes > 0
      ? [t('planner.serviceOf', { time: formatDuration(stop.serviceMinutes * minuteMs) })]
      : []),
  ];
  return (
    <Text size="sm" c="dimmed">
      {facts.map((fact, n) => (
        <Fragment key={fact}>
          {n > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
    </Text>
  );
}

function Times({ planner, stop, at, errorAt }: Pick<Props, 'planner' | 'stop' | 'at' | 'errorAt'>) {
  const t = useText();
  const path = `stops.${at}`;
  return (
    <div className={classes.times}>
      {(['from', 'to'] as const).map((end) => (
        <TimeField
          key={end}
          label={t(`planner.${end}`)}
          value={stop[end]}
          error={errorAt(`${path}.${end}`)}
          onChange={(time) => planner.edit(at, { [end]: time })}
        />
      ))}
      <NumberInput
        label={t('planner.service')}
        value={stop.serviceMinutes}
        min={0}
        max={longestService}
        allowDecimal={false}
        hideControls
        error={errorAt(`${path}.serviceMinutes`)}
        onChange={(minutes) => planner.edit(at, { serviceMinutes: Number(minutes) || 0 })}
      />
    </div>
  );
}
