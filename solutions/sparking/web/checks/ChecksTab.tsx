import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useWaitingOf } from '#platform/web/offline/send-or-keep.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import type { SlotToCheck } from '../../common/check.ts';
import { api, useText } from '../api.ts';
import { CheckForm } from './CheckForm.tsx';
import classes from './Checks.module.css';
import { waitingBay } from './use-check.ts';

const keyOf = ({ id, since }: SlotToCheck) => `${id} ${since}`;

/** The round of an attendant: bays for People of Determination in which a vehicle stands that nobody has looked at. */
export function ChecksTab({ locationId }: { locationId: number }) {
  const t = useText();
  const client = useQueryClient();
  const args = { params: { id: locationId } };
  const key = api.slotCheck.toCheck.key(args);
  const query = useData(api.slotCheck.toCheck, args);
  useLive([`car-park:${locationId}`], () => refetchQueries(client, key), key);
  const [opened, setOpened] = useState<SlotToCheck | null>(null);
  // What was answered stays answered here while the answer waits for a network.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  if (!query.data) return <QueryBoundary of={query} />;
  // Numbers are walked as people count: A-9 before A-10.
  const bays = query.data.toSorted((a, b) => a.number.localeCompare(b.number, undefined, { numeric: true }));
  const open = bays.filter((bay) => !answered.has(keyOf(bay)));
  if (bays.length === 0) return <EmptyState drawing="list" title={t('check.none.title')} text={t('check.none.text')} />;
  const next = (after: SlotToCheck) => {
    setAnswered((before) => new Set([...before, keyOf(after)]));
    const at = open.findIndex((bay) => keyOf(bay) === keyOf(after));
    setOpened(open[at + 1] ?? null);
  };
  return (
    <Stack>
      <Text role="status">{t('check.count', { count: open.length })}</Text>
      <ul className={classes.bays}>
        {bays.map((bay) => (
          <li key={keyOf(bay)}>
            <Bay bay={bay} answered={answered.has(keyOf(bay))} onOpen={() => setOpened(bay)} />
          </li>
        ))}
      </ul>
      {opened && (
        <CheckForm key={keyOf(opened)} slot={opened} onSaved={() => next(opened)} onClose={() => setOpened(null)} />
      )}
    </Stack>
  );
}

function Bay({ bay, answered, onOpen }: { bay: SlotToCheck; answered: boolean; onOpen(): void }) {
  const t = useText();
  const mayAnswer = usePermitted(api.slotCheck.add.route.access);
  const waits = useWaitingOf(waitingBay(bay.id)).length > 0 || answered;
  return (
    <UnstyledButton className={classes.bay} disabled={waits || !mayAnswer} onClick={onOpen}>
      <bdi className={classes.number}>{bay.number}</bdi>
      <span>
        <Text component="span" display="block" size="sm">
          {[bay.group?.name, bay.floor?.name].filter(Boolean).join(' · ')}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {waits ? (
            t('check.waits')
          ) : (
            <>
              {t('check.since')} <Ago at={bay.since} />
            </>
          )}
        </Text>
      </span>
    </UnstyledButton>
  );
}
