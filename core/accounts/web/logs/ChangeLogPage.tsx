import { useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { ChangeList } from './ChangeList.tsx';
import { useLogTabs } from './use-log-tabs.ts';
import { usePeopleFilter } from './use-people-filter.ts';
import { useRecordWords } from './use-record-words.ts';

/** Who changed what in the company, deletions included. */
export function ChangeLogPage() {
  const t = useText();
  const tabs = useLogTabs();
  const { session } = useMe();
  const companyId = session.actingFor;
  return (
    <PageFrame fill tabs={tabs}>
      {companyId === null ? (
        <EmptyState title={t('requests.chooseTitle')} text={t('changes.chooseText')} />
      ) : (
        <OfCompany companyId={companyId} />
      )}
    </PageFrame>
  );
}

function OfCompany({ companyId }: { companyId: number }) {
  const words = useRecordWords();
  const people = usePeopleFilter();
  const kinds = useData(api.companyChange.kinds, { params: { id: companyId } });
  const filters = useMemo(
    (): FiltersOf<typeof api.companyChange.list> => [
      ...people,
      {
        field: 'kind',
        name: 'record',
        kind: 'select',
        options: (kinds.data ?? []).map((kind) => ({ value: kind, label: words.nameOf(kind) })),
      },
    ],
    [people, kinds.data, words],
  );
  return <ChangeList of={api.companyChange.list} params={{ id: companyId }} filters={filters} />;
}
