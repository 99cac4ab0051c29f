import { Text } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { CompanyRequest } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { RequestMessage } from './RequestMessage.tsx';
import { changedTerms, draftOfTerms, TermsFields, termsDraft } from './TermsFields.tsx';

type Props = { companyId: number; request: CompanyRequest; onClose(): void };

/** A client accepts a provider, on the terms that it sets here. */
export function AcceptPanel({ companyId, request, onClose }: Props) {
  const t = useText();
  const engage = useAction(api.companyRequest.engage, { invalidates: [api.company.list] });
  const form = useEntityForm(termsDraft, {
    namespace: 'accounts',
    initial: draftOfTerms(request),
    save: (terms) =>
      engage.ask({ params: { id: companyId, requestId: request.id }, body: changedTerms(terms, request) }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('requests.accept.title')} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('actions.accept')}>
        <Text fw={600}>
          <bdi>{request.company?.name}</bdi>
        </Text>
        {request.message && <RequestMessage>{request.message}</RequestMessage>}
        <Text c="dimmed">{t('requests.accept.asClient')}</Text>
        <TermsFields form={form} />
      </EntityForm>
    </SidePanel>
  );
}
