import { Anchor, Grid, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { CompanyOverview, ContractOfCompany, useCompany } from '#core/accounts/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { CardTable } from '#platform/web/ui/rows/CardTable.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { WatchedSite } from '../../common/customers/customer.ts';
import { panelAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { customersAddress } from './addresses.ts';

/** A customer of a security company: the contract, the panels that are watched, and whom to call. */
export function EditCustomerPage() {
  const t = useText();
  const id = Number(useParams().id) || 0;
  const company = useCompany(id);
  const readsContacts = usePermitted(api.customer.sites.route.access);
  return (
    <PageFrame
      title={company.data?.name ?? t('pages.security-company-customer-edit-id')}
      parents={[{ label: t('pages.security-company-customer-list'), to: customersAddress }]}
    >
      {company.data ? (
        <Stack>
          <CompanyOverview company={company.data} />
          <Grid>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Suspense fallback={<Skeleton h={sizes.chart} radius="lg" aria-busy />}>
                <ContractOfCompany company={company.data} />
              </Suspense>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>{readsContacts && <Sites id={id} />}</Grid.Col>
          </Grid>
        </Stack>
      ) : (
        <QueryBoundary of={company} />
      )}
    </PageFrame>
  );
}

function Sites({ id }: { id: number }) {
  const t = useText();
  const found = useData(api.customer.sites, { params: { id } }, { silent: true });
  if (!found.data) return <QueryBoundary of={found} />;
  return (
    <Stack>
      {found.data.length === 0 && (
        <Panel title={t('customers.watched')}>
          <Text size="sm" c="dimmed">
            {t('customers.nothingWatched')}
          </Text>
        </Panel>
      )}
      {found.data.map((site) => (
        <Site key={site.site ?? ''} site={site} />
      ))}
    </Stack>
  );
}

function Site({ site: { site, panels, contacts } }: { site: WatchedSite }) {
  const t = useText();
  return (
    <Panel title={site ?? t('customers.withoutSite')}>
      <Stack gap="xs">
        <Text size="sm">
          {panels.map((panel, n) => (
            <span key={panel.id}>
              {n > 0 && ' · '}
              <Anchor component={Link} to={panelAddress(panel.id)} inherit>
                <bdi>{panel.name}</bdi>
              </Anchor>
            </span>
          ))}
        </Text>
        {contacts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('workbench.noContacts')}
          </Text>
        ) : (
          <CardTable
            headings={[t('columns.name'), t('columns.phone'), t('columns.language')]}
            rows={contacts.map(({ position, name, phone, language }) => ({
              key: position,
              cells: [
                <span key="name">
                  {position}. <bdi>{name}</bdi>
                </span>,
                <Anchor key="phone" href={`tel:${phone.replaceAll(' ', '')}`} inherit>
                  <Bdi>{phone}</Bdi>
                </Anchor>,
                t(`values.language.${language}`),
              ],
            }))}
          />
        )}
      </Stack>
    </Panel>
  );
}
