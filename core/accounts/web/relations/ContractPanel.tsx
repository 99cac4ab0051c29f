import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { CompanyRequest } from '../../common/company-request.ts';
import { useText } from '../text.ts';
import { ContractForm } from './ContractForm.tsx';

type Props = { companyId: number; request: CompanyRequest; onClose(): void };

/** The contract of an engaged relation, next to the list of requests. */
export function ContractPanel({ companyId, request, onClose }: Props) {
  const t = useText();
  return (
    <SidePanel title={t('contract.title')} onClose={onClose} keepOpen>
      <ContractForm companyId={companyId} request={request} onSaved={onClose} />
    </SidePanel>
  );
}
