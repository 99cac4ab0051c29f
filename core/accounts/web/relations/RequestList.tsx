import { IconEye } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { requestTypes } from '../../common/company-kinds.ts';
import { type CompanyRequest, requestStatuses } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { RequestPanel } from './RequestPanel.tsx';
import { Contract, OtherCompany, RequestStatusChip, RequestSummary, requestTextKey } from './request-cells.tsx';
import { otherCompanyName } from './StepDialog.tsx';
import { useRequestSteps } from './use-request-steps.tsx';

const { ago, cell } = columnsFor<CompanyRequest>();

/** The open request is in the address, so that mails can link to it. */
function useOpenRequest(): [open: number | null, setOpen: (id: number | null) => void] {
  const [search, setSearch] = useSearchParams();
  const named = Number(search.get('request'));
  const setOpen = (id: number | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('request');
        else next.set('request', String(id));
        return next;
      },
      { preventScrollReset: true, replace: id === null },
    );
  return [Number.isInteger(named) && named > 0 ? named : null, setOpen];
}

/** Requests of a company. A side panel shows the whole text and the steps that the company may take. */
export function RequestList({ companyId }: { companyId: number }) {
  const t = useText();
  const [open, setOpen] = useOpenRequest();
  const steps = useRequestSteps(companyId);
  const details = rowAction<CompanyRequest>('details', {
    icon: IconEye,
    run: (row) => {
      setOpen(row.id);
      return undefined;
    },
  });
  return (
    <>
      <ListView
        empty="companyRequest"
        emptyDrawing="request"
        of={{ list: api.companyRequest.list }}
        params={{ id: companyId }}
        columns={[
          cell('company', OtherCompany, { text: otherCompanyName }),
          {
            field: 'type',
            render: (row: CompanyRequest) => <RequestSummary row={row} onOpen={() => setOpen(row.id)} />,
            text: (row: CompanyRequest) => t(requestTextKey(row)),
          },
          { field: 'direction', hidden: true },
          cell('status', RequestStatusChip, { width: 1 }),
          {
            field: 'contract',
            render: (row) => <Contract row={row} />,
            text: (row) => `${row.contractFrom ?? ''} ${row.contractTo ?? ''}`,
          },
          'message',
          ago('createdAt', { width: 1 }),
        ]}
        filters={[
          { field: 'direction', kind: 'select', options: ['received', 'sent'], single: true },
          {
            field: 'type',
            kind: 'select',
            options: requestTypes.map((value) => ({ value, label: t(`values.requestType.${value}`) })),
          },
          {
            field: 'status',
            kind: 'select',
            options: requestStatuses.map((value) => ({ value, label: t(`values.requestStatus.${value}`) })),
          },
          { field: 'createdAt', kind: 'dateRange' },
        ]}
        rowActions={[details, ...steps.actions]}
        exports
      />
      {open !== null && (
        <Suspense>
          <RequestPanel companyId={companyId} requestId={open} steps={steps.actions} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {steps.opened}
    </>
  );
}
