import { Button, Group } from '@mantine/core';
import { IconLayoutGridAdd } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { KeptHeight } from '#platform/web/ui/page/KeptHeight.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { useText } from './api.ts';
import classes from './Board.module.css';
import { BoardGrid } from './BoardGrid.tsx';
import { BoardMenu } from './BoardMenu.tsx';
import { useBoardPeriod } from './board-period.ts';
import { bannersFor, defaultWidgets, widgetOf } from './registry.ts';
import { useBoards } from './use-boards.ts';
import { WidgetContent } from './WidgetFrame.tsx';

const BoardEditor = lazyPart(() => import('./editor/BoardEditor.tsx').then((module) => module.BoardEditor));

type Props = { app: AppManifest; tools?: ReactNode };

/** A board of an app or the overview: the chosen one, else the default one of the person. */
export function BoardView({ app, tools }: Props) {
  const t = useText();
  const { session } = useMe();
  const boards = useBoards(app);
  const { query, current } = boards;
  const [editing, setEditing] = useState(false);
  const [pending, setPending] = useState(false);
  const mayChange = current?.mine || session.user.isAdmin || session.user.adminType === 'Super Admin';
  const widgets = current?.widgets ?? defaultWidgets(app);
  /** Runs a change; the client shows its failure. */
  const run = async (work: () => Promise<void>) => {
    setPending(true);
    await work().catch((error: unknown) => {
      if (!(error instanceof RequestError)) notifyUnknownError(error);
    });
    setPending(false);
  };
  const arrange = () =>
    run(async () => {
      // The default board and those of others are arranged as a copy.
      if (!current || !mayChange) await boards.create(t('board.own'), widgets);
      setEditing(true);
    });
  const arrangeButton = (
    <Button
      variant="default"
      leftSection={<IconLayoutGridAdd size={iconSizes.md} aria-hidden />}
      loading={pending}
      disabled={!query.data}
      onClick={() => void arrange()}
    >
      {t('board.arrange')}
    </Button>
  );
  if (editing && current)
    return (
      <PageFrame>
        <Suspense fallback={<BoardGrid app={app} widgets={current.widgets} />}>
          <BoardEditor
            key={current.id}
            app={app}
            board={current}
            onDone={() => {
              setEditing(false);
              void boards.reload();
            }}
            onRemove={() => void run(() => boards.remove(current).then(() => setEditing(false)))}
          />
        </Suspense>
      </PageFrame>
    );
  const timed = widgets.some(({ kind }) => widgetOf(kind)?.spec.period);
  return (
    <PageFrame
      toolbar={timed && <BoardPeriod />}
      action={
        <Group gap="xs">
          {tools}
          {!query.isError && <BoardMenu app={app} boards={boards} run={run} />}
          {arrangeButton}
        </Group>
      }
    >
      {query.isError && !query.data ? (
        <QueryBoundary of={query} />
      ) : (
        <>
          {!current && (
            <div className={classes.banners}>
              {bannersFor(app).map(({ kind }) => (
                <KeptHeight key={kind} of={`banner ${kind}`}>
                  <Suspense fallback={<div aria-busy />}>
                    <WidgetContent app={app} widget={{ kind, options: {} }} />
                  </Suspense>
                </KeptHeight>
              ))}
            </div>
          )}
          {widgets.length === 0 ? (
            <EmptyState
              drawing="chart"
              title={t('empty.board.title')}
              text={t('empty.board.text')}
              action={arrangeButton}
            />
          ) : (
            <BoardGrid app={app} widgets={widgets} />
          )}
        </>
      )}
    </PageFrame>
  );
}

function BoardPeriod() {
  const { chosen, choose, maxDays } = useBoardPeriod();
  return <PeriodSelector value={chosen} onChange={choose} maxDays={maxDays} />;
}
