import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { panel as entity, type Panel } from '../../common/panel/panel.ts';
import type { PanelPaths } from '../../common/panel/path.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { PathsForm } from './PathsForm.tsx';

type Path = PanelPaths['paths'][number];

/** The paths on which a panel reports, whether it does, and how long it may be silent on each. */
export function PathsPanel({ panel }: { panel: Panel }) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const query = useData(api.panel.paths, { params: { id: panel.id } });
  const found = query.data;
  if (!found) return <QueryBoundary of={query} />;
  const nameOf = ({ name, line }: Path) => name ?? (line === 'main' ? t('paths.mainPath') : line);
  return (
    <>
      <Facts
        title={t('paths.title')}
        aside={
          <Can access={entity.can('update')} on={{ resource: panel.structure?.id ?? null }}>
            <Button variant="default" size="xs" onClick={() => setEditing(true)}>
              {t('paths.edit')}
            </Button>
          </Can>
        }
        items={[
          ...(found.category ? [[t('fields.category'), <bdi key="category">{found.category}</bdi>] as const] : []),
          ...found.paths.map((path) => [nameOf(path), <StateOfPath key={`${path.line} state`} path={path} />] as const),
        ]}
      />
      {editing && <PathsForm panelId={panel.id} before={found} onClose={() => setEditing(false)} />}
    </>
  );
}

function StateOfPath({ path: { role, state, lastAt, supervision, supervisionWhenAlone } }: { path: Path }) {
  const t = useText();
  // Whole minutes say too little of the shortest times.
  const timeOf = (seconds: number) =>
    seconds < 120 ? t('seconds', { count: seconds }) : formatDuration(seconds * 1000);
  return (
    <>
      <Group gap="xs">
        {state && <ToneChip tone={state === 'alive' ? 'good' : 'problem'}>{t(`paths.${state}`)}</ToneChip>}
        {lastAt ? <Ago at={lastAt} /> : <Text size="sm">{t('paths.never')}</Text>}
      </Group>
      <Text size="sm" c="dimmed">
        {[
          t(`values.pathRole.${role}`),
          t('paths.within', { duration: timeOf(supervision) }),
          ...(supervisionWhenAlone ? [t('paths.alone', { duration: timeOf(supervisionWhenAlone) })] : []),
        ].join(' · ')}
      </Text>
    </>
  );
}
