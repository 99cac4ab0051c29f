import { Button, Group, Progress, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { ScanButton } from '#core/devices/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { VisitedTrap, VisitSheet } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { LineForm } from './LineForm.tsx';
import { findingTones } from './state-tones.ts';
import classes from './Visit.module.css';
import { type LineOfTrap, trapLabel, useLines, waitingVisit } from './visit-lines.ts';

const shows = ['left', 'all'] as const;
const matches = (trap: VisitedTrap, search: string): boolean =>
  [trap.name, trap.serial, String(trap.number ?? ''), trap.space ?? ''].some((text) =>
    text.toLocaleLowerCase().includes(search.toLocaleLowerCase()),
  );

/** The traps of a visit in the order of the walk. A tap says that all is well; everything else is said in a sheet. */
export function TrapList({ sheet, mayWork }: { sheet: VisitSheet; mayWork: boolean }) {
  const t = useText();
  const { visit, traps } = sheet;
  const lines = useLines(sheet);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<VisitedTrap | null>(null);
  const left = traps.filter(({ id }) => !lines.has(id));
  // The page of a visit that is over begins with what was found; of one in progress, it says when nothing is left.
  const isOver = visit.state === 'done' || visit.state === 'signed';
  const [show, setShow] = useState<(typeof shows)[number]>(isOver ? 'all' : 'left');
  const shown = (show === 'left' ? left : traps).filter((trap) => matches(trap, search.trim()));

  const { list, leave } = useNextFocus(lines.size);

  function openSerial(serial: string): void {
    const found = traps.find((trap) => trap.serial === serial);
    if (found) setOpened(found);
    else notify({ kind: 'negative', message: t('notAtThisSite', { serial }) });
  }
  /** Goes on with the next trap of the walk that is left. */
  function next(done: VisitedTrap): void {
    const after = traps.slice(traps.indexOf(done) + 1).find(({ id }) => !lines.has(id));
    setOpened(after ?? null);
  }

  if (traps.length === 0) return <EmptyState title={t('noTraps.title')} text={t('noTraps.text')} />;
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" role="status">
          {t('checkedOf', { checked: traps.length - left.length, count: traps.length })}
        </Text>
        <Progress value={(100 * (traps.length - left.length)) / traps.length} aria-label={t('progress')} mt={4} />
      </div>
      <Group gap="xs">
        <TextInput
          flex="1 1 240px"
          aria-label={t('findTrap')}
          placeholder={t('findTrap')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {mayWork && <ScanButton onSerial={openSerial} />}
        <SegmentedControl
          value={show}
          onChange={setShow}
          data={[
            { value: 'left', label: t('left', { count: left.length }) },
            { value: 'all', label: t('all', { count: traps.length }) },
          ]}
        />
      </Group>
      {shown.length === 0 && (
        <Text c="dimmed" size="sm">
          {t(show === 'left' && left.length === 0 ? 'allChecked' : 'noTrapFound')}
        </Text>
      )}
      <ul className={classes.traps} ref={list}>
        {shown.map((trap) => (
          <TrapRow
            key={trap.id}
            visit={visit}
            trap={trap}
            line={lines.get(trap.id)}
            mayWork={mayWork}
            onOpen={() => setOpened(trap)}
            onWell={() => leave(left[left.indexOf(trap) + 1] ?? left[left.indexOf(trap) - 1])}
          />
        ))}
      </ul>
      {opened && (
        <LineForm
          key={opened.id}
          visit={visit}
          trap={opened}
          onSaved={() => next(opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  );
}

type RowProps = {
  visit: VisitSheet['visit'];
  trap: VisitedTrap;
  line: LineOfTrap | undefined;
  mayWork: boolean;
  onOpen(): void;
  onWell(): void;
};

/** Where the keyboard goes on once a trap that was well has left the list: at the next one, unless it has moved by itself. */
function useNextFocus(checked: number) {
  const list = useRef<HTMLUListElement>(null);
  const next = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row leaves when its trap counts as checked
  useLayoutEffect(() => {
    if (next.current === null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-trap="${next.current}"] button`)?.focus();
    next.current = null;
  }, [checked]);
  return {
    list,
    leave(trap: VisitedTrap | undefined) {
      next.current = trap?.id ?? null;
    },
  };
}

function TrapRow({ visit, trap, line, mayWork, onOpen, onWell }: RowProps) {
  const t = useText();
  const add = useAction(api.visit.line, {
    keeps: () => ({ title: t('checkOf', { trap: trapLabel(trap) }), record: visit.number, of: waitingVisit(visit.id) }),
  });
  function allWell(): void {
    onWell();
    add.run({
      params: { id: visit.id },
      body: {
        lines: [{ clientId: crypto.randomUUID(), deviceId: trap.id, at: new Date().toISOString(), finding: 'ok' }],
      },
    });
  }
  const label = trapLabel(trap);
  return (
    <li className={classes.trap} data-trap={trap.id}>
      <span className={classes.number}>{label}</span>
      <div className={classes.where}>
        <Text size="sm">{[trap.name, trap.space ?? trap.floor].filter(Boolean).join(' · ')}</Text>
        <Text size="xs" c="dimmed">
          {t(`values.zone.${trap.zone}`)} ·{' '}
          {trap.lastChecked ? (
            <>
              {t('lastChecked')} <Ago at={trap.lastChecked.at} />
            </>
          ) : (
            t('neverChecked')
          )}
        </Text>
      </div>
      <div className={classes.tools}>
        {line && <StatusChip value={line.finding} field="finding" tones={findingTones} />}
        {line?.waits && <Text size="xs">{t('waits')}</Text>}
        {mayWork && !line && (
          <Button
            variant="light"
            leftSection={<IconCheck size={iconSizes.sm} aria-hidden />}
            loading={add.pending}
            aria-label={t('allWellAt', { trap: label })}
            onClick={allWell}
          >
            {t('allWell')}
          </Button>
        )}
        {mayWork && (
          <Button
            variant="default"
            leftSection={<IconPencil size={iconSizes.sm} aria-hidden />}
            aria-label={t('recordAt', { trap: label })}
            onClick={onOpen}
          >
            {t('record')}
          </Button>
        )}
      </div>
    </li>
  );
}
