import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type GroupedDeadLetter, mostTogether } from '../../common/ingest.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { ReplayRun } from './ReplayPanel.tsx';

type Group = { reason: string; count: number };

/** Reprocesses all open messages of a reason, such as those that were refused because a clock was wrong. */
export function ReplayGroup({ group }: { group: Group | undefined }) {
  const t = useText();
  const [opened, setOpened] = useState<Group | null>(null);
  return (
    <>
      {group && (
        <Can access={api.deadLetter.group.route.access}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconRefresh size={iconSizes.sm} aria-hidden />}
            onClick={() => setOpened(group)}
          >
            {t('deadLetters.replayAll', { count: group.count })}
          </Button>
        </Can>
      )}
      {opened && <GroupPanel group={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function GroupPanel({ group: { reason, count }, onClose }: { group: Group; onClose(): void }) {
  const t = useText();
  const query = useData(api.deadLetter.group, { query: { reason } }, { silent: true });
  return (
    <SidePanel title={t('actions.replay')} onClose={onClose} keepOpen>
      {count > mostTogether && <Alert>{t('deadLetters.oldestFirst', { count: mostTogether })}</Alert>}
      {query.data ? <FirstRead letters={query.data} /> : <QueryBoundary of={query} />}
    </SidePanel>
  );
}

/** The messages as they were read first: those that were reprocessed meanwhile stay in the run. */
function FirstRead({ letters }: { letters: readonly GroupedDeadLetter[] }) {
  const [first] = useState(letters);
  return <ReplayRun letters={first} action="replay" />;
}
