import { useCallback, useMemo } from 'react';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { ViewLine } from '../../common/view-log.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { useLogTabs } from './use-log-tabs.ts';
import { usePeopleFilter } from './use-people-filter.ts';

const { ago } = columnsFor<ViewLine>();

/** The name of a kind of views of an app. */
function useKindText() {
  const apps = registeredApps().filter(({ viewLogs }) => viewLogs);
  const labelsOf = useLabelsOf(apps.map(({ id }) => id));
  return useCallback((app: string, kind: string) => labelsOf(app).label(`viewKinds.${kind}`), [labelsOf]);
}

/** Who viewed what about people in the company, and why. */
export function ViewLogPage() {
  const people = usePeopleFilter();
  const kindText = useKindText();
  const kinds = registeredApps().flatMap(({ id, viewLogs = {} }) =>
    Object.keys(viewLogs).map((kind) => ({ value: `${id}.${kind}`, label: kindText(id, kind) })),
  );
  return (
    <ListPage
      empty="viewLog"
      emptyDrawing="log"
      tabs={useLogTabs()}
      of={api.viewLog}
      columns={useColumns()}
      filters={[
        ...people,
        { field: 'kind', name: 'viewKind', kind: 'select', options: kinds },
        { field: 'createdAt', name: 'at', kind: 'dateRange' },
      ]}
      exports
    />
  );
}

function useColumns(): Column<ViewLine>[] {
  const t = useText();
  const name = useActorName();
  const { date } = useFormats();
  const kindText = useKindText();
  return useMemo(() => {
    const viewer = ({ user, impersonatedBy }: ViewLine) => name(user.name, impersonatedBy);
    const kind = (line: ViewLine) => kindText(line.app, line.kind);
    const subject = ({ subject: { name: of, id }, through }: ViewLine) =>
      [of ?? `#${id}`, through?.name].filter(Boolean).join(' · ');
    const period = ({ from, to }: ViewLine) =>
      from === null || to === null ? t('viewLog.present') : `${date(from)} – ${date(to)}`;
    return [
      { field: 'user', width: 1, render: viewer, text: viewer },
      { field: 'kind', name: 'viewKind', width: 1, render: kind, text: kind },
      { field: 'subject', name: 'viewed', width: 2, render: subject, text: subject },
      { field: 'from', name: 'period', width: 2, render: period, text: period },
      { field: 'reason', width: 2 },
      ago('createdAt', { name: 'at', width: 1 }),
    ];
  }, [t, name, date, kindText]);
}
