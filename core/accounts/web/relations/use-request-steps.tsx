import { IconCheck, IconFileText, IconLinkOff, IconPackage, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { canDo } from '#platform/common/permission-key.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { CompanyRequest, RequestStep } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { useOwnCompany } from '../companies/own-company.ts';
import { AcceptPanel } from './AcceptPanel.tsx';
import { ContractPanel } from './ContractPanel.tsx';
import { type Question, StepDialog } from './StepDialog.tsx';

type Work = { form: 'accept' | 'contract'; row: CompanyRequest };

/** Accepting gives a provider access, so the client states for how long and for what. */
const setsTerms = (row: CompanyRequest) =>
  row.side === 'provider' && (row.type === 'ClientEngagement' || row.type === 'ProviderEngagement');

/** The steps that a company may take on its requests, and the panels and dialogs that they open. */
export function useRequestSteps(companyId: number): { actions: RowAction<CompanyRequest>[]; opened: ReactNode } {
  const own = useOwnCompany() === companyId;
  const [question, setQuestion] = useState<Question | null>(null);
  const [work, setWork] = useState<Work | null>(null);
  const engage = useAction(api.companyRequest.engage, { invalidates: [api.company.list] });

  const step = (key: string, name: RequestStep, action: Pick<RowAction<CompanyRequest>, 'icon' | 'run' | 'danger'>) =>
    rowAction<CompanyRequest>(key, {
      ...action,
      access: canDo('company.request', name),
      shown: (row) => own && row.allowed.includes(name),
    });
  const asks = (of: Question['step']) => (row: CompanyRequest) => {
    setQuestion({ step: of, row });
    return undefined;
  };
  const opens = (form: Work['form']) => (row: CompanyRequest) => {
    setWork({ form, row });
    return undefined;
  };
  const accept = (row: CompanyRequest) => {
    if (row.type === 'CancelContract') return asks('endContract')(row);
    if (setsTerms(row)) return opens('accept')(row);
    if (row.direction === 'sent') return asks('confirm')(row);
    return engage.ask({ params: { id: companyId, requestId: row.id }, body: {} });
  };
  const actions = [
    step('accept', 'engage', { icon: IconCheck, run: accept }),
    step('serve', 'service', { icon: IconPackage, run: asks('serve') }),
    step('reject', 'handle', { icon: IconX, danger: true, run: asks('reject') }),
    step('withdraw', 'cancel', { icon: IconTrash, danger: true, run: asks('cancel') }),
    step('contract', 'contract', { icon: IconFileText, run: opens('contract') }),
    step('disengage', 'disengage', { icon: IconLinkOff, danger: true, run: asks('disengage') }),
  ];
  const Form = work?.form === 'accept' ? AcceptPanel : ContractPanel;
  return {
    actions,
    opened: (
      <>
        {work && <Form companyId={companyId} request={work.row} onClose={() => setWork(null)} />}
        {question && <StepDialog companyId={companyId} {...question} onClose={() => setQuestion(null)} />}
      </>
    ),
  };
}
