import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Severity, severities } from '#core/alarms/common/severity.ts';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { StructureSelect } from '#core/places/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { NotificationGroup, PreviewedNotification as Row } from '../../common/notification-group.ts';
import { useText } from '../texts.ts';
import type { NotificationSource } from './source.ts';
import classes from './Webhook.module.css';

const tones = { sent: 'good', held: 'ok', skipped: 'none' } as const;
type Shown = keyof typeof tones;
const stateOf = ({ state }: Row): Shown => (state === 'sent' || state === 'held' ? state : 'skipped');

type Choice = { userId: number | null; kind: string | null; severity: Severity; structureId: number | null };

/** The notifications that a member of the group would get for an alarm raised now. */
export function NotificationPreview({ source, group }: { source: NotificationSource; group: NotificationGroup }) {
  const t = useText();
  const texts = useAlarmTexts(source.app);
  const { data: offered } = useData(source.notification.params, {}, { staleTime: 300_000 });
  const [result, setResult] = useState<readonly Row[] | null>(null);
  const ask = useAction(source.notification.preview, { onDone: setResult });
  const [choice, setChoice] = useState<Choice>({ userId: null, kind: null, severity: 'problem', structureId: null });
  const set = (change: Partial<Choice>) => {
    setChoice((before) => ({ ...before, ...change }));
    setResult(null);
  };
  const person = group.users.find(({ id }) => id === choice.userId) ?? group.users[0];
  const kinds = (offered?.types ?? []).flatMap(({ type, kinds: all }) =>
    all.map((kind) => ({ value: `${type} ${kind}`, label: texts.kind(kind), type, kind })),
  );
  const chosen = kinds.find(({ value }) => value === choice.kind) ?? kinds[0];
  const run = () => {
    if (!person || !chosen) return;
    const { severity, structureId } = choice;
    const body = { userId: person.id, type: chosen.type, kind: chosen.kind, severity, structureId };
    ask.run({ body, silent: 'success' });
  };
  return (
    <Panel title={t('preview.title')}>
      <Stack gap="md" align="stretch">
        <Text size="sm" c="dimmed">
          {t('preview.hint')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <Select
            label={t('preview.person')}
            searchable
            allowDeselect={false}
            value={person ? String(person.id) : null}
            data={group.users.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => set({ userId: Number(id) })}
          />
          <Select
            label={t('preview.kind')}
            searchable
            allowDeselect={false}
            value={chosen?.value ?? null}
            data={kinds.map(({ value, label }) => ({ value, label }))}
            onChange={(kind) => set({ kind })}
          />
          <Select
            label={t('preview.severity')}
            allowDeselect={false}
            value={choice.severity}
            data={severities.toReversed().map((one) => ({ value: one, label: t(`values.severity.${one}`) }))}
            onChange={(next) => set({ severity: severities.find((one) => one === next) ?? choice.severity })}
          />
          <StructureSelect
            label={t('preview.site')}
            companyId={group.companyId}
            value={choice.structureId}
            onChange={(structureId) => set({ structureId })}
          />
        </SimpleGrid>
        <Group>
          <Button variant="default" disabled={!person || !chosen} loading={ask.pending} onClick={run}>
            {t('preview.run')}
          </Button>
        </Group>
        <div role="status" aria-label={t('preview.result')}>
          {result && (
            <ul className={classes.results}>
              {result.map((row) => (
                <Result key={`${row.method} ${row.group?.id}`} row={row} />
              ))}
            </ul>
          )}
        </div>
      </Stack>
    </Panel>
  );
}

function Result({ row }: { row: Row }) {
  const t = useText();
  const reasonTexts = useLabels('alarms');
  const { date } = useFormats();
  const state = stateOf(row);
  return (
    <li className={classes.result}>
      <div className={classes.resultHead}>
        <span className={classes.event}>{t(`values.method.${row.method}`)}</span>
        <ToneChip tone={tones[state]}>{t(`preview.states.${state}`)}</ToneChip>
      </div>
      <Text size="sm" c="dimmed">
        {row.reason && reasonTexts.label(`notNotified.${row.reason}`)}
        {row.dueAt && ` ${t('notified.until', { time: date(row.dueAt) })}`}
        {row.group && (
          <>
            {row.reason && ' · '}
            <bdi>{row.group.name}</bdi>
          </>
        )}
      </Text>
    </li>
  );
}
