import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Logo } from '#platform/web/ui/images/Logo.tsx';
import { SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api } from '../api.ts';
import { useOwnCompany } from '../companies/own-company.ts';
import { useCompanyTabs } from '../companies/use-company-tabs.ts';
import { useText } from '../text.ts';
import { NewRequest } from './NewRequest.tsx';

type Provider = { id: number; name: string; type: CompanyType; clients: number };

/** Providers without a contract with the company, those with the most clients first. */
export function RecommendedPage() {
  const t = useText();
  const tabs = useCompanyTabs();
  const companyId = useOwnCompany();
  const [word, setWord] = useState('');
  const found = useData(
    api.company.recommended,
    { query: word ? { nameFilter: word } : {} },
    { silent: true, enabled: companyId !== null, placeholderData: (before) => before },
  );
  const [asked, setAsked] = useState<Provider | null>(null);
  return (
    <PageFrame
      tabs={tabs}
      toolbar={
        companyId !== null && (
          <SearchBox value={word} busy={found.isFetching && word !== ''} onSearch={(text) => setWord(text.trim())} />
        )
      }
    >
      {companyId === null ? (
        <EmptyState title={t('requests.chooseTitle')} text={t('requests.chooseText')} />
      ) : !found.data ? (
        <QueryBoundary of={found} />
      ) : found.data.length === 0 ? (
        <EmptyState drawing="search" title={t('recommended.none')} text={t('recommended.noneText')} />
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {found.data.map((one) => (
            <Card key={one.id} provider={one} onAsk={() => setAsked(one)} />
          ))}
        </SimpleGrid>
      )}
      {asked && companyId !== null && <NewRequest companyId={companyId} to={asked} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

function Card({ provider, onAsk }: { provider: Provider; onAsk(): void }) {
  const t = useText();
  const kit = useKitText();
  return (
    <Panel>
      <Stack gap="sm">
        <Group wrap="nowrap">
          <Logo name={provider.name} logo={null} size="md" />
          <div>
            <Text fw={600}>
              <bdi>{provider.name}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              {kit(`companyTypes.${provider.type}`)} · {t('recommended.clients', { count: provider.clients })}
            </Text>
          </div>
        </Group>
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconSend size={iconSizes.sm} aria-hidden />}
            aria-label={t('recommended.ask', { name: provider.name })}
            onClick={onAsk}
          >
            {t('requests.send')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
