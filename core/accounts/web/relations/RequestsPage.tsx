import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canDo } from '#platform/common/permission-key.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { useOwnCompany } from '../companies/own-company.ts';
import { useCompanyTabs } from '../companies/use-company-tabs.ts';
import { useText } from '../text.ts';
import { NewRequest } from './NewRequest.tsx';
import { RequestList } from './RequestList.tsx';

/** The requests that the person's company has sent, and those that it has received. */
export function RequestsPage() {
  const t = useText();
  const tabs = useCompanyTabs();
  const companyId = useOwnCompany();
  const [asking, setAsking] = useState(false);
  return (
    <PageFrame
      fill
      tabs={tabs}
      action={
        companyId !== null && (
          <Can access={canDo('company.request', 'create')}>
            <Button onClick={() => setAsking(true)} leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}>
              {t('requests.new')}
            </Button>
          </Can>
        )
      }
    >
      {companyId === null ? (
        <EmptyState title={t('requests.chooseTitle')} text={t('requests.chooseText')} />
      ) : (
        <RequestList companyId={companyId} />
      )}
      {asking && companyId !== null && <NewRequest companyId={companyId} onClose={() => setAsking(false)} />}
    </PageFrame>
  );
}
