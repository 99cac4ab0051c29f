import { Alert, Stack } from '@mantine/core';
import { z } from 'zod';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { CompanyProfile } from '../../common/company.ts';
import { api } from '../api.ts';
import { endOfCompanyDay, useOwnCompany } from '../companies/own-company.ts';
import { useText } from '../text.ts';
import { ContractForm } from './ContractForm.tsx';
import { DayField } from './DayField.tsx';

/** The contract of the person's company with another one: its terms, and a request for a longer one. */
export function ContractOfCompany({ company: { id, relation } }: { company: CompanyProfile }) {
  const own = useOwnCompany();
  if (own === null || !relation?.requestId) return null;
  return (
    <Stack>
      <Can access={api.companyRequest.contract.route.access}>
        <Terms companyId={own} requestId={relation.requestId} />
      </Can>
      <Can access={api.companyRequest.create.route.access}>
        <Renewal companyId={own} otherId={id} />
      </Can>
    </Stack>
  );
}

function Terms({ companyId, requestId }: { companyId: number; requestId: number }) {
  const t = useText();
  const found = useData(api.companyRequest.get, { params: { id: companyId, requestId } }, { silent: true });
  return (
    <Panel title={t('contract.title')}>
      {found.data ? <ContractForm companyId={companyId} request={found.data} /> : <QueryBoundary of={found} />}
    </Panel>
  );
}

const draft = z.object({ contractTo: z.string().min(1, 'Required') });
const renewals = { list: { limit: 100, filter: { type: 'RenewContract', status: 'pending' } } };

/** Asks the other company to prolong the contract. It decides. */
function Renewal({ companyId, otherId }: { companyId: number; otherId: number }) {
  const t = useText();
  const params = { id: companyId };
  const sent = useData(api.companyRequest.list, { params, ...renewals }, { silent: true });
  const create = useAction(api.companyRequest.create, { invalidates: [api.companyRequest.list] });
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: { contractTo: '' },
    save: ({ contractTo }) =>
      create.ask({
        params,
        body: { type: 'RenewContract', destinationId: otherId, contractTo: endOfCompanyDay(contractTo) },
      }),
  });
  const waits = sent.data?.data.some(({ company }) => company?.id === otherId);
  return (
    <Panel title={t('values.requestType.RenewContract')}>
      {waits ? (
        <Alert variant="light">{t('contract.renewalSent')}</Alert>
      ) : (
        <EntityForm form={form} submitLabel={t('requests.send')}>
          <DayField {...form.field('contractTo')} withAsterisk />
        </EntityForm>
      )}
    </Panel>
  );
}
