import { Button, Code, Skeleton, Stack } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChangeLine } from '#platform/common/change-log.ts';
import { pageSizes } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Leaf, Page } from '../client/client-of.ts';
import { useActorName } from '../i18n/actor-name.ts';
import { useFormats } from '../i18n/formats.ts';
import { useKitText, useLabels } from '../i18n/texts.ts';
import { Can } from '../session/hooks.tsx';
import { iconSizes, sizes } from '../theme.ts';
import { EmptyState } from './EmptyState.tsx';
import { EventTimeline } from './EventTimeline.tsx';
import { FailedState } from './FailedState.tsx';
import classes from './History.module.css';
import { type RowAction, rowAction } from './list/row-actions.tsx';
import { SidePanel } from './SidePanel.tsx';

type Props<R extends AnyRoute> = {
  /** The call made by `historyRoute`. */
  of: Leaf<R>;
  params: Args<R>['params'];
  /** Names of fields and words are looked for in this slice: `fields.<field>`, `values.<field>.<word>`. */
  namespace: string;
  /** Explains a word that stands elsewhere. */
  wordOf?: (field: string, word: string) => string | undefined;
};

const icons = { insert: IconPlus, update: IconPencil, delete: IconTrash };

/** A button that opens the changes of a record beside it, for those who may see them. */
export function HistoryButton<R extends AnyRoute>(props: Props<R>) {
  const t = useKitText();
  const [opened, setOpened] = useState(false);
  return (
    <Can access={props.of.route.access}>
      <Button
        variant="default"
        leftSection={<IconHistory size={iconSizes.md} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('history.title')}
      </Button>
      {opened && <HistoryDrawer {...props} onClose={() => setOpened(false)} />}
    </Can>
  );
}

/** A row's action that opens its changes beside the list, and what it opens. `of` and `paramsOf` stay the same. */
export function useRowHistory<Row>(
  of: Leaf<AnyRoute>,
  paramsOf: (row: Row) => Args<AnyRoute>['params'],
  namespace: string,
): { action: RowAction<Row>; drawer: ReactNode } {
  const [row, setRow] = useState<Row | null>(null);
  const action = useMemo(
    () =>
      rowAction<Row>('history', {
        icon: IconHistory,
        access: of.route.access,
        run: (one) => {
          setRow(one);
          return undefined;
        },
      }),
    [of],
  );
  return {
    action,
    drawer: row && <HistoryDrawer of={of} params={paramsOf(row)} namespace={namespace} onClose={() => setRow(null)} />,
  };
}

/** Who changed what of a record, the newest first. */
export function HistoryDrawer<R extends AnyRoute>({ onClose, ...props }: Props<R> & { onClose(): void }) {
  const t = useKitText();
  return (
    <SidePanel title={t('history.title')} onClose={onClose}>
      <Lines {...props} />
    </SidePanel>
  );
}

const named = ({ name, company }: NonNullable<ChangeLine['person']>) => [name, company].filter(Boolean).join(' · ');

function Lines<R extends AnyRoute>({ of, params, namespace, wordOf }: Props<R>) {
  const t = useKitText();
  const actor = useActorName();
  const { initial: limit } = pageSizes.limitOffset;
  const found = useInfiniteQuery({
    queryKey: [...of.key({ params } as Args<R>), 'pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      of.send({ params, list: { limit, skip: pageParam, total: true }, signal } as Parameters<
        typeof of.send
      >[0]) as Promise<Page<ChangeLine>>,
    getNextPageParam: ({ totalRecords = 0 }, _, skip) => (skip + limit < totalRecords ? skip + limit : undefined),
    // A record that is open is often being changed.
    staleTime: 0,
  });
  if (found.isError) return <FailedState onRetry={() => void found.refetch()} />;
  if (!found.data)
    return (
      <Stack aria-busy="true">
        <Skeleton h={sizes.touch} />
        <Skeleton h={sizes.touch} />
      </Stack>
    );
  const lines = found.data.pages
    .flatMap((page) => page.data)
    .filter(({ action, changes }) => action !== 'update' || changes.length > 0);
  if (lines.length === 0) return <EmptyState title={t('history.emptyTitle')} text={t('history.emptyText')} />;
  return (
    <Stack>
      <EventTimeline
        events={lines.map((line) => ({
          id: line.id,
          at: line.at,
          title: t(`history.${line.part ? 'part' : 'record'}.${line.action}`),
          actor: line.person ? actor(named(line.person), line.openedBy && named(line.openedBy)) : t('history.system'),
          icon: icons[line.action],
          text: <Changes line={line} namespace={namespace} wordOf={wordOf} />,
        }))}
      />
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('actions.showMore')}
        </Button>
      )}
    </Stack>
  );
}

type Words = { namespace: string; wordOf: Props<AnyRoute>['wordOf'] };

function Changes({ line, namespace, wordOf }: Words & { line: ChangeLine }) {
  const { label, has } = useLabels(namespace);
  const nameOf = (field: string) =>
    [`fields.${field}`, `columns.${field}`, `filters.${field}`].filter(has).map((key) => label(key))[0] ?? field;
  return (
    <dl className={classes.changes}>
      {line.changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            {line.action !== 'insert' && (
              <del>
                <Value of={before} field={field} namespace={namespace} wordOf={wordOf} />
              </del>
            )}
            {line.action !== 'delete' && (
              <ins>
                <Value of={after} field={field} namespace={namespace} wordOf={wordOf} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

function Value({
  of,
  field,
  namespace,
  wordOf,
}: Words & { of: ChangeLine['changes'][number]['before']; field: string }) {
  const t = useKitText();
  const { label, has } = useLabels(namespace);
  const { date, number } = useFormats();
  if (of === null || of === '' || (Array.isArray(of) && of.length === 0)) return t('history.nothing');
  if (typeof of === 'boolean') return t(of ? 'actions.yes' : 'actions.no');
  if (typeof of === 'number') return <bdi>{wordOf?.(field, String(of)) ?? number(of)}</bdi>;
  if (typeof of === 'string') {
    const word = `values.${field}.${of}`;
    const explained = wordOf?.(field, of) ?? (has(word) ? label(word) : undefined);
    return <bdi>{explained ?? (instant.test(of) ? date(of) : of)}</bdi>;
  }
  if (!Array.isArray(of) && typeof of.name === 'string') return <bdi>{of.name}</bdi>;
  return (
    <Code className={classes.code} dir="ltr">
      {JSON.stringify(of, null, 1)}
    </Code>
  );
}
