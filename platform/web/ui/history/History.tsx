import { Button, Skeleton, Stack } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChangeLine } from '#platform/common/change-log.ts';
import { pageSizes } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint, ReplyPage } from '../../client/client-of.ts';
import { useActorName } from '../../i18n/actor-name.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { Can } from '../../session/hooks.tsx';
import { iconSizes, sizes } from '../../theme.ts';
import { type RowAction, rowAction } from '../list/rows/row-actions.tsx';
import { SidePanel } from '../page/SidePanel.tsx';
import { EmptyState } from '../state/EmptyState.tsx';
import { FailedState } from '../state/FailedState.tsx';
import { EventTimeline } from './EventTimeline.tsx';
import classes from './History.module.css';

type Props<R extends AnyRoute> = {
  /** The call of a `historyRoute`. */
  of: Endpoint<R>;
  params: Args<R>['params'];
  /** The text namespace of fields and values: `fields.<field>`, `values.<field>.<value>`. */
  namespace: string;
  /** The text of a value that the namespace does not have; null is a field without a value. */
  valueText?: ValueText;
};
export type ValueText = (field: string, value: string | null, side: 'before' | 'after') => ReactNode;

const icons = { insert: IconPlus, update: IconPencil, delete: IconTrash };

/** A button that opens the history of a record in a side panel, for people with access. */
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

/** A row action that opens the history of the row in a side panel. `of` and `paramsOf` must be stable. */
export function useRowHistory<Row>(
  of: Endpoint<AnyRoute>,
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

/** The history of a record, newest first, in a side panel. */
export function HistoryDrawer<R extends AnyRoute>({ onClose, ...props }: Props<R> & { onClose(): void }) {
  const t = useKitText();
  return (
    <SidePanel title={t('history.title')} onClose={onClose}>
      <HistoryLines {...props} />
    </SidePanel>
  );
}

const named = ({ name, company }: NonNullable<ChangeLine['person']>) => [name, company].filter(Boolean).join(' · ');

/** The history of a record without the side panel. */
export function HistoryLines<R extends AnyRoute>({ of, params, namespace, valueText }: Props<R>) {
  const t = useKitText();
  const actor = useActorName();
  const { initial: limit } = pageSizes.limitOffset;
  const found = useInfiniteQuery({
    queryKey: [...of.key({ params } as Args<R>), 'pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      of.send({ params, list: { limit, skip: pageParam, total: true }, signal, silent: true } as Parameters<
        typeof of.send
      >[0]) as Promise<ReplyPage<ChangeLine>>,
    getNextPageParam: ({ totalRecords = 0 }, _, skip) => (skip + limit < totalRecords ? skip + limit : undefined),
    // An open record is often being edited.
    staleTime: 0,
  });
  if (found.isError) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
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
          actor: line.person
            ? actor(named(line.person), line.impersonatedBy && named(line.impersonatedBy))
            : t('history.system'),
          icon: icons[line.action],
          text: <ChangedFields line={line} namespace={namespace} valueText={valueText} />,
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

type TextSource = { namespace: string; valueText?: ValueText | undefined };
type Change = ChangeLine['changes'][number];

/** The changed fields of a change, each with its value before and after. */
export function ChangedFields({
  line,
  namespace,
  valueText,
}: TextSource & { line: Pick<ChangeLine, 'action' | 'changes' | 'about'> }) {
  const t = useKitText();
  const { label, has } = useLabels(namespace);
  const nameOf = (field: string) =>
    [`fields.${field}`, `columns.${field}`, `filters.${field}`].filter(has).map((key) => label(key))[0] ?? field;
  return (
    <dl className={classes.changes}>
      {line.about.map(({ field, value }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            <Value of={value} side="after" field={field} namespace={namespace} valueText={valueText} />
          </dd>
        </div>
      ))}
      {line.changes.map(({ field, before, after, forgotten }) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            {forgotten && t('history.forgotten')}
            {!forgotten && line.action !== 'insert' && (
              <del>
                <Value of={before} side="before" field={field} namespace={namespace} valueText={valueText} />
              </del>
            )}
            {!forgotten && line.action !== 'delete' && (
              <ins>
                <Value of={after} side="after" field={field} namespace={namespace} valueText={valueText} />
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
  side,
  field,
  namespace,
  valueText,
}: TextSource & { of: Change['before']; side: 'before' | 'after'; field: string }) {
  const t = useKitText();
  const { label, has } = useLabels(namespace);
  const { date, number } = useFormats();
  if (of === null) return valueText?.(field, null, side) ?? t('history.nothing');
  if (of === '' || (Array.isArray(of) && of.length === 0)) return t('history.nothing');
  if (typeof of === 'boolean') return t(of ? 'actions.yes' : 'actions.no');
  if (typeof of === 'number') return <bdi>{valueText?.(field, String(of), side) ?? number(of)}</bdi>;
  const explained = (text: string) =>
    valueText?.(field, text, side) ?? (has(`values.${field}.${text}`) ? label(`values.${field}.${text}`) : undefined);
  if (typeof of === 'string') return <bdi>{explained(of) ?? (instant.test(of) ? date(of) : of)}</bdi>;
  if (Array.isArray(of) && of.every((one) => typeof one === 'string'))
    return (
      <ul className={classes.values}>
        {of.map((one) => (
          <li key={one}>
            <bdi>{explained(one) ?? one}</bdi>
          </li>
        ))}
      </ul>
    );
  if (!Array.isArray(of) && typeof of.name === 'string') return <bdi>{of.name}</bdi>;
  const parts = Array.isArray(of) ? of.map((one, at) => [String(at + 1), one] as const) : Object.entries(of);
  return (
    <ul className={classes.values}>
      {parts.map(([name, part]) => (
        <li key={name}>
          <bdi>{explained(name) ?? name}</bdi>
          {': '}
          <Value of={part} side={side} field={field} namespace={namespace} valueText={valueText} />
        </li>
      ))}
    </ul>
  );
}
