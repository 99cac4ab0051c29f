import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { useText } from '../texts.ts';
import { addressesOf, type GroupKind, type NotificationSource } from './source.ts';
import { useGroupTexts } from './use-group-texts.ts';

type Group = { id: number; name: string; companyId: number };
type Props<G extends Group> = {
  source: NotificationSource;
  kind: GroupKind;
  history: NotificationSource['notification']['history'];
  query: { data: G | undefined; error: Error | null; refetch(): unknown };
  children(group: G): ReactNode;
};

/**
 * The frame of a group's page. Shows why a group cannot be edited, for example because it belongs to another company.
 */
export function GroupPageFrame<G extends Group>({ source, kind, history, query, children }: Props<G>) {
  const t = useText();
  const { company } = useMe();
  const group = query.data;
  const valueText = useGroupTexts(source);
  const gone = query.error instanceof RequestError && query.error.status === 404;
  return (
    <PageFrame
      title={group?.name ?? t(`groups.tabs.${kind}`)}
      parents={[{ label: t('groups.title'), to: addressesOf(source).list(kind) }]}
      action={
        group && (
          <HistoryButton
            of={history}
            params={{ id: group.id }}
            namespace={kind === 'permission' ? 'permissions' : 'notifications'}
            valueText={valueText}
          />
        )
      }
    >
      {group ? (
        group.companyId === company?.id ? (
          children(group)
        ) : (
          <EmptyState title={t('groups.otherCompany.title')} text={t('groups.otherCompany.text')} />
        )
      ) : gone ? (
        <EmptyState drawing="search" title={t('groups.gone.title')} text={t('groups.gone.text')} />
      ) : query.error ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton h={sizes.chart} radius="lg" />
      )}
    </PageFrame>
  );
}
