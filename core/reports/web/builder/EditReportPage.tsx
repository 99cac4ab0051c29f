import { Alert } from '@mantine/core';
import { useParams } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { Builder } from './Builder.tsx';
import { draftOf } from './draft.ts';
import { useAfterSave } from './use-after-save.ts';

export function EditReportPage() {
  const id = Number(useParams().id) || 0;
  return (
    <ForCompany>{(companyId) => <EditReport key={`${companyId} ${id}`} companyId={companyId} id={id} />}</ForCompany>
  );
}

function EditReport({ companyId, id }: { companyId: number; id: number }) {
  const t = useText();
  const params = { companyId, id };
  const report = useData(api.definition.get, { params }, { silent: true, staleTime: 0 });
  const catalogue = useData(api.catalogue.sections, { params: { companyId } }, { silent: true });
  const { run } = useAfterSave(companyId);
  const parents = [{ label: t('builder.list'), to: '/reports/list' }];
  // What is edited begins with a fresh reply, never with one that was kept.
  if (!report.data || !report.isFetchedAfterMount || !catalogue.data)
    return (
      <PageFrame title={report.data?.name ?? t('builder.unnamed')} parents={parents}>
        <QueryBoundary of={report.isError ? report : catalogue} />
      </PageFrame>
    );
  if (!report.data.mayChange)
    return (
      <PageFrame title={report.data.name} parents={parents}>
        <Alert>{t('builder.mayNotChange', { owner: report.data.owner.name })}</Alert>
      </PageFrame>
    );
  return (
    <Builder
      companyId={companyId}
      report={report.data}
      catalogue={catalogue.data}
      initial={draftOf(report.data)}
      aside={<HistoryButton of={api.definition.history} params={params} namespace="reports" />}
      onStored={() => undefined}
      onRun={() => run(id)}
    />
  );
}
