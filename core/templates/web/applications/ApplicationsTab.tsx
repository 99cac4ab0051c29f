import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { type Application, applicationStates, type TemplateRow } from '../../common/template.ts';
import type { TemplateSource } from '../source.ts';
import { useText } from '../texts.ts';
import { ApplicationCounts } from './ApplicationCounts.tsx';
import { ApplicationPanel } from './ApplicationPanel.tsx';

const { number } = columnsFor<Application>();

/** When a template was given to devices, and with what result. One of them opens in a side panel. */
export function ApplicationsTab({ source, template }: { source: TemplateSource; template: TemplateRow }) {
  const t = useText();
  const { app, calls } = source;
  const { date } = useFormats();
  const [params, setParams] = useSearchParams();
  const opened = Number(params.get('application')) || null;
  const columns = useMemo((): Column<Application>[] => {
    const open = (id: number) =>
      setParams((before) => ({ ...Object.fromEntries(before), application: String(id) }), { preventScrollReset: true });
    return [
      {
        field: 'createdAt',
        width: 2,
        sortable: false,
        render: ({ id, createdAt }) => (
          <Button variant="subtle" size="compact-sm" onClick={() => open(id)}>
            {date(createdAt)}
          </Button>
        ),
        text: ({ createdAt }) => date(createdAt),
      },
      number('version', { width: 1, sortable: false }),
      {
        field: 'counts',
        name: 'result',
        width: 3,
        sortable: false,
        render: ({ counts }) => <ApplicationCounts counts={counts} />,
        text: ({ counts }) =>
          applicationStates
            .filter((state) => counts[state])
            .map((state) => `${t(`values.applicationState.${state}`)} ${counts[state]}`)
            .join(' · '),
      },
      { field: 'by', width: 1, sortable: false, render: ({ by }) => <bdi>{by ?? '–'}</bdi>, text: ({ by }) => by },
    ];
  }, [t, date, setParams]);
  return (
    <>
      <ListView
        of={{ list: calls.applications }}
        namespace="templates"
        table={`${app.id}_template_applications`}
        params={{ id: template.id }}
        columns={columns}
        empty="application"
        emptyDrawing="log"
        live={{ topics: ['devices'], about: ({ type }) => type === 'changed' }}
      />
      {opened !== null && (
        <ApplicationPanel
          source={source}
          templateId={template.id}
          id={opened}
          onClose={() => setParams({ tab: 'applications' })}
        />
      )}
    </>
  );
}
