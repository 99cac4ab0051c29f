import type { ReactNode } from 'react';
import { useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { useText } from './api.ts';

/** Renders the children with the current company, or asks to select a customer first. */
export function ForCompany({ children }: { children: (companyId: number) => ReactNode }) {
  const t = useText();
  const { company } = useMe();
  if (company) return children(company.id);
  return (
    <PageFrame>
      <EmptyState title={t('noCompany.title')} text={t('noCompany.text')} action={<CustomerSwitch />} />
    </PageFrame>
  );
}
