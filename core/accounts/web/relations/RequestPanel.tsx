import { Alert, Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import { openAddress } from '#platform/common/open-address.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { HistoryLines } from '#platform/web/ui/history/History.tsx';
import type { RowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { CompanyRequest } from '../../common/company-request.ts';
import { api } from '../api.ts';
import { AbilityWords } from '../companies/AbilitiesField.tsx';
import { ContractChip, PeriodText } from '../companies/company-cells.tsx';
import { addresses } from '../companies/own-company.ts';
import { useText } from '../text.ts';
import { RequestMessage } from './RequestMessage.tsx';
import { RequestStatusChip, requestTextKey } from './request-cells.tsx';
import { useContractWords } from './use-contract-words.ts';

type Props = {
  companyId: number;
  requestId: number;
  steps: readonly RowAction<CompanyRequest>[];
  onClose(): void;
};

/** A whole request: its message, terms, available steps and past steps. */
export function RequestPanel({ companyId, requestId, steps, onClose }: Props) {
  const t = useText();
  const params = { id: companyId, requestId };
  const found = useData(api.companyRequest.get, { params }, { silent: true });
  const request = found.data;
  const words = useContractWords();
  return (
    <SidePanel title={request ? t(requestTextKey(request)) : t('requests.one')} onClose={onClose}>
      {!request ? (
        <QueryBoundary of={found} />
      ) : (
        <Stack>
          <Sides request={request} />
          {request.status === 'pending' && request.answeredAt && (
            <Alert variant="light">
              {request.direction === 'received'
                ? t('requests.waits')
                : t('requests.answered', { company: request.company?.name, email: request.destinationEmail })}
            </Alert>
          )}
          {request.decidedElsewhere && (
            <Alert variant="light">
              {t('requests.elsewhere')}{' '}
              <Anchor component={Link} to={openAddress('device-requests')}>
                {t('requests.openElsewhere')}
              </Anchor>
            </Alert>
          )}
          {request.message && (
            <Panel title={t('columns.message')}>
              <RequestMessage>{request.message}</RequestMessage>
            </Panel>
          )}
          {request.reason && (
            <Panel
              title={t(request.type === 'Device' && request.status === 'engaged' ? 'requests.note' : 'requests.reason')}
            >
              <RequestMessage>{request.reason}</RequestMessage>
            </Panel>
          )}
          {hasTerms(request) && <TermsOf request={request} />}
          <Group gap="xs">
            {steps
              .filter(({ shown }) => shown?.(request))
              .map((step) => (
                <Step key={step.key} step={step} request={request} />
              ))}
          </Group>
          <Can access={api.companyRequest.history.route.access}>
            <Title order={2} size="h4">
              {t('requests.steps')}
            </Title>
            <HistoryLines of={api.companyRequest.history} params={params} namespace="accounts" valueText={words} />
          </Can>
        </Stack>
      )}
    </SidePanel>
  );
}

const hasTerms = ({ type }: CompanyRequest) => type !== 'Device' && type !== 'CancelContract';

function Sides({ request }: { request: CompanyRequest }) {
  const t = useText();
  const { date } = useFormats();
  const { company } = request;
  return (
    <Facts
      items={[
        [
          t('columns.company'),
          company ? (
            request.status === 'engaged' ? (
              <Anchor key="company" component={Link} to={addresses.profile(company.id)} inherit>
                <bdi>{company.name}</bdi>
              </Anchor>
            ) : (
              <bdi key="company">{company.name}</bdi>
            )
          ) : (
            <Bdi key="company">{request.destinationEmail}</Bdi>
          ),
        ],
        [t('columns.direction'), t(`values.direction.${request.direction}`)],
        [t('columns.status'), <RequestStatusChip key="status" value={request.status} />],
        [t('requests.sentAt'), <Bdi key="sent">{date(request.createdAt)}</Bdi>],
        ...(request.decidedAt
          ? ([[t('requests.decidedAt'), <Bdi key="decided">{date(request.decidedAt)}</Bdi>]] as const)
          : []),
      ]}
    />
  );
}

function TermsOf({ request }: { request: CompanyRequest }) {
  const t = useText();
  return (
    <Facts
      title={t('contract.title')}
      items={[
        ...(request.contractStatus
          ? ([[t('columns.contractStatus'), <ContractChip key="status" value={request.contractStatus} />]] as const)
          : []),
        [t('columns.period'), <PeriodText key="period" from={request.contractFrom} to={request.contractTo} />],
        ...(request.type === 'RenewContract'
          ? []
          : ([[t('contract.abilities'), <AbilityWords key="abilities" value={request.contractAbilities} />]] as const)),
      ]}
    />
  );
}

function Step({ step, request }: { step: RowAction<CompanyRequest>; request: CompanyRequest }) {
  const t = useText();
  const { icon: Icon } = step;
  const button = (
    <Button
      size="xs"
      variant={step.key === 'accept' ? 'filled' : 'default'}
      {...(step.danger ? { c: meaningColors.danger } : {})}
      leftSection={<Icon size={iconSizes.sm} aria-hidden />}
      onClick={() => void step.run?.(request)}
    >
      {t(`actions.${step.key as 'accept'}`)}
    </Button>
  );
  return step.access ? <Can access={step.access}>{button}</Can> : button;
}
