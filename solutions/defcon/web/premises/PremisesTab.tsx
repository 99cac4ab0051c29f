import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { Attachments } from '#platform/web/ui/attachments/Attachments.tsx';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type PremisesFile, photoUpload } from '../../common/premises/premises-file.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { CallList } from './CallList.tsx';
import { PlanForm } from './PlanForm.tsx';
import { PremisesNotes } from './PremisesNotes.tsx';
import { useMayChange } from './use-may-change.ts';

type Props = {
  structureId: number;
  companyId: number;
  /** They are of another company, which shares only the call list, the plan and the notes. */
  watched?: boolean;
};

/** Whom to call at a site, what to do there and how to get in. */
export function PremisesTab({ structureId, companyId, watched = false }: Props) {
  const t = useText();
  const params = { structureId };
  const query = useData(api.premisesFile.get, { params });
  const file = query.data;
  if (!file) return <QueryBoundary of={query} />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('premisesFile.lead')}
        </Text>
        {!watched && <HistoryButton of={api.premisesFile.history} params={params} namespace="defcon" />}
      </Group>
      <CallList file={file} companyId={companyId} watched={watched} />
      <Plan file={file} watched={watched} />
      {!watched && (
        <Panel title={t('premisesFile.photos')}>
          <Attachments of={api.premisesPhoto} params={{ id: structureId }} upload={photoUpload} />
        </Panel>
      )}
    </Stack>
  );
}

function Plan({ file, watched }: { file: PremisesFile; watched: boolean }) {
  const t = useText();
  const [editing, setEditing] = useState(false);
  const mayChange = useMayChange({ structureId: file.structureId, watched });
  return (
    <Panel
      title={t('fields.plan')}
      aside={
        mayChange && (
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            {t('premisesFile.editPlan')}
          </Button>
        )
      }
    >
      {file.plan.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('premisesFile.noPlan')}
        </Text>
      ) : (
        <ol>
          {file.plan.map((step, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same text
            <li key={n}>
              <bdi>{step}</bdi>
            </li>
          ))}
        </ol>
      )}
      <PremisesNotes file={file} />
      {editing && <PlanForm file={file} onClose={() => setEditing(false)} />}
    </Panel>
  );
}
