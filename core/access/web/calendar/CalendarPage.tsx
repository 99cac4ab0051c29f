import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Period } from '#platform/common/time/time.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { isPhone } from '#platform/web/shell/layout/phone.ts';
import type { SaveMove } from '#platform/web/ui/calendar/use-moves.ts';
import { WindowCalendar } from '#platform/web/ui/calendar/WindowCalendar.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { grantAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import { writeWindows } from './drawn-windows.ts';
import { LockFilter, PersonFilter } from './filters.tsx';
import { useDrawn } from './use-drawn.ts';
import { type Moved, useMoveWindow } from './use-move-window.ts';
import { type CalendarSide, keyOf, sides, useGiven, useShown } from './use-shown.ts';
import { WindowPanel } from './WindowPanel.tsx';

/** When people may open locks, by lock or by person: windows are drawn here, then given, and moved later. */
export function CalendarPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { calls } = useAccess();
  const mayGive = usePermitted(calls.userAccess.create.route.access);
  const mayMove = usePermitted(calls.userAccess.update.route.access);
  const [shown, show] = useShown();
  const { given, windows, query, more } = useGiven(shown);
  const drawn = useDrawn();
  const moving = useMoveWindow(query.refetch);
  const [opened, setOpened] = useState<string>();
  const [movedKeys, setMovedKeys] = useState<{ before: string; next: string }>();
  const move: SaveMove = ({ key }, period) => {
    if (drawn.change(key, period)) return { key, accepted: Promise.resolve(true) };
    const one = given.get(key);
    if (!one) return null;
    const next = keyOf(one, period.from);
    setMovedKeys({ before: key, next });
    return { key: next, accepted: moving.move(one, period) };
  };
  const draw = (period: Period) => {
    const key = drawn.add(period);
    // A finger draws no times: they are typed.
    if (isPhone()) setOpened(key);
  };
  const all = [...windows, ...drawn.windows];
  const keyed = (one: string | undefined) => all.find(({ key }) => key === one);
  // A window that is opened while its move is saved has another key afterwards.
  const window = keyed(opened) ?? (movedKeys?.before === opened ? keyed(movedKeys?.next) : undefined);
  return (
    <PageFrame tabs={tabs}>
      <Stack gap="sm">
        <Group align="end" justify="space-between">
          <Choices by={shown.by} of={shown.of} onChange={show} />
          {drawn.windows.length > 0 && <DrawnBar shown={shown} drawn={drawn} />}
          <MovedBar moved={moving.moved} onUndo={moving.undo} />
          {more && <Text role="status">{t('calendar.more')}</Text>}
          {query.isSuccess && all.length === 0 && <Text>{t(mayGive ? 'calendar.first' : 'calendar.none')}</Text>}
        </Group>
        <WindowCalendar
          windows={all}
          view={shown.view}
          day={shown.day}
          onShow={(view, day) => show({ view, day })}
          onOpen={({ key }) => setOpened(key)}
          onDraw={mayGive ? draw : undefined}
          onMove={mayMove ? move : undefined}
        />
      </Stack>
      {window && (
        <WindowPanel
          key={opened}
          window={window}
          given={given.get(window.key)}
          mayMove={mayMove}
          onMove={async (period) => {
            if (await move(window, period)?.accepted) setOpened(undefined);
          }}
          onRemove={async () => {
            const one = given.get(window.key);
            if (!one) drawn.remove(window.key);
            else if (!(await moving.remove(one))) return;
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </PageFrame>
  );
}

type ChoicesProps = {
  by: CalendarSide;
  of: number | null;
  onChange(changes: { by?: CalendarSide; of: number | null }): void;
};

/** By lock or by person, and the selected one. */
function Choices({ by, of, onChange }: ChoicesProps) {
  const t = useText();
  return (
    <Group align="end" gap="sm">
      <SegmentedControl
        aria-label={t('calendar.by')}
        value={by}
        onChange={(next) => onChange({ by: next as CalendarSide, of: null })}
        data={sides.map((value) => ({ value, label: t(`calendar.sides.${value}`) }))}
      />
      {by === 'lock' ? (
        <LockFilter value={of} onChange={(id) => onChange({ of: id })} />
      ) : (
        <PersonFilter value={of} onChange={(id) => onChange({ of: id })} />
      )}
    </Group>
  );
}

type DrawnProps = { shown: { by: CalendarSide; of: number | null }; drawn: ReturnType<typeof useDrawn> };

/** The windows that were drawn and are not given yet. */
function DrawnBar({ shown, drawn }: DrawnProps) {
  const t = useText();
  const navigate = useNavigate();
  const { app } = useAccess();
  const give = () =>
    navigate(
      grantAddress(app, {
        mode: 'calendar-mode',
        windows: writeWindows(drawn.windows),
        ...(shown.of === null ? {} : { [shown.by === 'lock' ? 'device' : 'holder']: shown.of }),
      }),
    );
  return (
    <Paper withBorder px="sm" py={6} role="status">
      <Group>
        <Text fw={600}>{t('calendar.drawn', { count: drawn.windows.length })}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={drawn.clear}>
            {t('calendar.discard')}
          </Button>
          <Button onClick={() => void give()}>{t('actions.give')}</Button>
        </Group>
      </Group>
    </Paper>
  );
}

/** Names the window that was moved last, and undoes it. */
function MovedBar({ moved, onUndo }: { moved: Moved | null; onUndo(): void }) {
  const t = useText();
  if (!moved) return null;
  return (
    <Paper withBorder px="sm" py={6} role="status">
      <Group>
        <Text>{t(moved.becomes ? 'calendar.moved' : 'calendar.removed', { who: moved.who })}</Text>
        <Button variant="default" onClick={onUndo}>
          {t('calendar.undo')}
        </Button>
      </Group>
    </Paper>
  );
}
