import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Retained } from '../../common/retention.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { RetentionPanel } from './RetentionPanel.tsx';

/** How long the company keeps its records, and what the last night has removed. */
export function RetentionPage() {
  const t = useText();
  const { actingFor } = useMe().session;
  return (
    <PageFrame>
      {actingFor === null ? (
        <EmptyState title={t('retention.choose')} text={t('retention.chooseText')} action={<CustomerSwitch />} />
      ) : (
        <Kinds />
      )}
    </PageFrame>
  );
}

function Kinds() {
  const t = useText();
  const query = useData(api.retention.all, {}, { silent: true });
  if (!query.data) return <QueryBoundary of={query} />;
  if (query.data.length === 0)
    return <EmptyState title={t('empty.retention.title')} text={t('empty.retention.text')} drawing="calendar" />;
  return <Listed all={query.data} />;
}

function Listed({ all }: { all: readonly Retained[] }) {
  const t = useText();
  const labelsOf = useLabelsOf([...new Set(all.map(({ app }) => app))]);
  const [changed, setChanged] = useState<Retained | null>(null);
  const nameOf = ({ app, name }: Retained) => labelsOf(app).label(`retained.${name}`);
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('retention.lead')}</Text>
      {all.map((one) => (
        <Kind key={`${one.app}.${one.name}`} of={one} name={nameOf(one)} onChange={() => setChanged(one)} />
      ))}
      {changed && <RetentionPanel of={changed} name={nameOf(changed)} onClose={() => setChanged(null)} />}
    </Stack>
  );
}

function Kind({ of, name, onChange }: { of: Retained; name: string; onChange(): void }) {
  const t = useText();
  const { date, number } = useFormats();
  const actor = useActorName();
  const { id, min, max, setBy, setAt, impersonatedBy, legalBasis, run } = of;
  const setByText = setBy ? `${actor(setBy.name, impersonatedBy)} · ${date(setAt)}` : t('retention.byDefault');
  const ended = run?.endedAt ? date(run.endedAt) : t(run ? 'retention.running' : 'retention.never');
  return (
    <Facts
      title={name}
      aside={
        <Group gap="xs">
          {id !== null && <HistoryButton of={api.retention.history} params={{ id }} namespace="accounts" />}
          {min < max && (
            <Can access={api.retention.update.route.access}>
              <Button
                variant="default"
                leftSection={<IconPencil size={iconSizes.md} aria-hidden />}
                aria-label={t('retention.changeOf', { name })}
                onClick={onChange}
              >
                {t('retention.change')}
              </Button>
            </Can>
          )}
        </Group>
      }
      items={[
        [t('fields.keptFor'), t('retention.days', { count: of.days })],
        [t('fields.setBy'), <bdi key="by">{min < max ? setByText : t('retention.fixed')}</bdi>],
        ...(legalBasis ? [[t('fields.legalBasis'), <bdi key="basis">{legalBasis}</bdi>] as const] : []),
        [t('fields.lastRun'), ended],
        ...(run
          ? ([
              [t('fields.removedRows'), number(run.rows)],
              [t('fields.removedFiles'), number(run.files)],
              [t('fields.oldestLeft'), run.oldestLeft ? date(run.oldestLeft) : t('retention.nothingLeft')],
            ] as const)
          : []),
      ]}
    />
  );
}
