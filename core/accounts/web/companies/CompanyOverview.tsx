import { Anchor, Grid, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useCountries } from '#core/countries/web/parts.tsx';
import { canDo } from '#platform/common/permission-key.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { CompanyProfile } from '../../common/company.ts';
import { useText } from '../text.ts';
import { BillingDetails } from './BillingDetails.tsx';
import { ContractChip, PeriodText } from './company-cells.tsx';
import { addresses } from './own-company.ts';

/** The facts about a company, its billing details, and its contract with the person's company. */
export function CompanyOverview({ company: one }: { company: CompanyProfile }) {
  const t = useText();
  const kit = useKitText();
  const { date } = useFormats();
  const { relation } = one;
  const billed = usePermitted(canDo('company.billing-profile', 'read')) && one.managed;
  const country = useCountries().all.find(({ id }) => id === one.countryId);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Facts
          title={t('companies.tabs.overview')}
          items={[
            [t('fields.companyName'), <bdi key="name">{one.name}</bdi>],
            [t('fields.companyType'), kit(`companyTypes.${one.type}`)],
            [t('fields.companyEmail'), <Bdi key="email">{one.email}</Bdi>],
            ...(country ? ([[t('fields.countryId'), <bdi key="country">{country.localizedName}</bdi>]] as const) : []),
            [t('fields.timeZone'), <Bdi key="zone">{one.timeZone}</Bdi>],
            ...(one.providers.length > 0
              ? ([
                  [
                    t('companies.providers'),
                    <Stack key="providers" gap={0}>
                      {one.providers.map((provider) => (
                        <span key={provider.id}>
                          <Anchor component={Link} to={addresses.profile(provider.id)} inherit>
                            <bdi>{provider.name}</bdi>
                          </Anchor>{' '}
                          · {kit(`companyTypes.${provider.type}`)}
                        </span>
                      ))}
                    </Stack>,
                  ],
                ] as const)
              : []),
            [t('companies.since'), <Bdi key="since">{date(one.createdAt, 'date')}</Bdi>],
          ]}
        />
      </Grid.Col>
      {billed && (
        <Grid.Col span={{ base: 12, md: 6 }}>
          <BillingDetails companyId={one.id} />
        </Grid.Col>
      )}
      {relation && (
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Facts
            title={t('contract.title')}
            items={[
              [t('columns.relation'), t(`values.side.${relation.side}`)],
              [t('columns.contractStatus'), <ContractChip key="status" value={relation.contractStatus} />],
              [
                t('columns.contract'),
                <PeriodText key="period" from={relation.contractFrom} to={relation.contractTo} />,
              ],
              [
                t('contract.abilities'),
                relation.contractAbilities
                  ? t('contract.some', { count: relation.contractAbilities.length })
                  : t('contract.all'),
              ],
            ]}
          />
        </Grid.Col>
      )}
    </Grid>
  );
}
