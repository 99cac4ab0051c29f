import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import { ActionIcon, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { IconClock, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Leg } from '#core/roads/common/roads.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { TimeField } from '#platform/web/ui/input/TimeField.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { longestService } from '../../common/routes/route-stop.ts';
import { useText } from '../texts.ts';
import type { DraftStop } from './draft.ts';
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

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** A stop: where it is in the order, its name, how far it is from the one before, and its times. */
export function RouteStopRow({ planner, stop, at, leg, handle, errorAt }: Props) {
  const t = useText();
  const { number } = useFormats();
  const [opened, setOpened] = useState(false);
  const path = `stops.${at}`;
  const isWrong = ['from', 'to', 'serviceMinutes'].some((field) => errorAt(`${path}.${field}`));
  const hasTimes = stop.from !== '' || stop.to !== '' || stop.serviceMinutes > 0;
  const showsTimes = opened || hasTimes || isWrong;
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
          {leg && (
            <Text size="sm" c="dimmed">
              <Bdi>{t('km', { value: number(leg.metres / 1000, 1) })}</Bdi> · {formatDuration(leg.seconds * 1000)}
            </Text>
          )}
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
          disabled={hasTimes}
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
