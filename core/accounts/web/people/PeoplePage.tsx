import { useState } from 'react';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { useOwnCompany } from '../companies/own-company.ts';
import { StaffActions } from '../companies/staff/StaffActions.tsx';
import { StaffTab } from '../companies/staff/StaffTab.tsx';
import { useText } from '../text.ts';

/** The people of the person's own company; for people of the platform those of the selected customer. */
export function PeoplePage() {
  const t = useText();
  const companyId = useOwnCompany();
  const [adding, setAdding] = useState(false);
  if (companyId === null)
    return (
      <PageFrame>
        <EmptyState title={t('people.noCompany.title')} text={t('people.noCompany.text')} action={<CustomerSwitch />} />
      </PageFrame>
    );
  return (
    <PageFrame fill action={<StaffActions companyId={companyId} onAdd={() => setAdding(true)} />}>
      <StaffTab companyId={companyId} adding={adding} onAdded={() => setAdding(false)} />
    </PageFrame>
  );
}
