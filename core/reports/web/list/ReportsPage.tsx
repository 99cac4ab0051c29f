import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useAppNames } from '#platform/web/i18n/texts.ts';
import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { reportStates } from '../../common/report.ts';
import { historySearch } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { ReportPanel } from './ReportPanel.tsx';
import { ReportShortcuts } from './ReportShortcuts.tsx';
import { RunDialog } from './RunDialog.tsx';
import { useReportColumns } from './report-columns.tsx';
import { NewReport, StarterList } from './StarterList.tsx';
import { useReportActions } from './use-report-actions.tsx';

// The rows show the last run of each report.
const live = { topics: ['report-runs'] };

/** The reports of the company, with what was last made of each. `?report=` opens the history of one. */
export const ReportsPage = () => (
  <ForCompany>{(companyId) => <Reports key={companyId} companyId={companyId} />}</ForCompany>
);

function useFilters(): FiltersOf<typeof api.definition.list> {
  const t = useText();
  const { user, session } = useMe();
  const apps = useMemo(
    () => registeredApps().filter(({ id, kind }) => kind === 'solution' && session.apps.includes(id)),
    [session.apps],
  );
  const nameOf = useAppNames(apps);
  return useMemo(
    () => [
      { field: 'app', kind: 'select', options: apps.map((app) => ({ value: app.id, label: nameOf(app) })) },
      {
        field: 'state',
        kind: 'select',
        options: reportStates.map((value) => ({ value, label: t(`values.reportState.${value}`) })),
      },
      { field: 'ownerId', kind: 'select', single: true, options: [{ value: String(user.id), label: t('list.mine') }] },
    ],
    [apps, nameOf, t, user.id],
  );
}

function Reports({ companyId }: { companyId: number }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [running, setRunning] = useState<number | null>(null);
  const onRun = useCallback((id: number) => setRunning(id), []);
  const params = useMemo(() => ({ companyId }), [companyId]);
  const mayCreate = usePermitted(api.definition.create.route.access);
  const opened = Number(search.get('report')) || null;
  const show = (id: number | null) => void navigate(historySearch(search, id), { preventScrollReset: true });
  return (
    <>
      <ListPage
        of={api.definition}
        namespace="reports"
        params={params}
        columns={useReportColumns()}
        filters={useFilters()}
        rowActions={useReportActions(onRun)}
        action={<NewReport />}
        empty={mayCreate ? 'report' : 'reportForReaders'}
        emptyAction={<StarterList companyId={companyId} />}
        emptyDrawing="log"
        exports
        fresh
        live={live}
      />
      <ReportShortcuts onRun={onRun} />
      {opened !== null && (
        <ReportPanel companyId={companyId} reportId={opened} onRun={onRun} onClose={() => show(null)} />
      )}
      {running !== null && (
        <RunDialog
          companyId={companyId}
          reportId={running}
          onClose={() => setRunning(null)}
          onStarted={() => {
            setRunning(null);
            // Its progress is in the history.
            show(running);
          }}
        />
      )}
    </>
  );
}
