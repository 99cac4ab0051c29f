import { IconCopy, IconHistory, IconPencil, IconPlayerPause, IconPlayerPlay, IconReload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { Report } from '../../common/report.ts';
import { addresses, historySearch } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { copyReport, setActive } from './change-report.ts';

/** The actions of a row. `onRun` opens the dialog that runs it. */
export function useReportActions(onRun: (id: number) => void): RowAction<Report>[] {
  const t = useText();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return useMemo(() => {
    const change = api.definition.replace.route.access;
    return [
      rowAction<Report>('run', {
        icon: IconPlayerPlay,
        access: api.run.generate.route.access,
        shown: ({ sections }) => sections.length > 0,
        run: async ({ id }) => onRun(id),
      }),
      rowAction<Report>('pause', {
        icon: IconPlayerPause,
        access: change,
        shown: ({ state, mayChange }) => mayChange && state === 'active',
        run: (row) => setActive(row, false),
        updates: true,
      }),
      rowAction<Report>('resume', {
        icon: IconReload,
        access: change,
        shown: ({ state, mayChange }) => mayChange && state === 'paused',
        run: (row) => setActive(row, true),
        updates: true,
      }),
      rowAction<Report>('history', {
        icon: IconHistory,
        run: async ({ id }) => void navigate(historySearch(params, id), { preventScrollReset: true }),
      }),
      rowAction<Report>('edit', {
        icon: IconPencil,
        access: change,
        shown: ({ mayChange }) => mayChange,
        to: ({ id }) => addresses.edit(id),
      }),
      rowAction<Report>('copy', {
        icon: IconCopy,
        access: api.definition.create.route.access,
        run: async (row) => {
          const nameOf = (n: number) =>
            n === 1 ? t('list.copyOf', { name: row.name }) : t('list.copyNumber', { n, name: row.name });
          const { id } = await copyReport(row, nameOf);
          void navigate(addresses.edit(id));
        },
      }),
      rowAction<Report>('delete', {
        ...deleteRow,
        access: api.definition.remove.route.access,
        shown: ({ mayChange }) => mayChange,
      }),
    ];
  }, [t, navigate, params, onRun]);
}
