import { Alert, Anchor, Button, Grid, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PersonAvatar } from '#platform/web/ui/images/PersonAvatar.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { UserInfo } from '../../common/user.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { EmailForm } from './EmailForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PushPanels } from './PushPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { TfaPanel } from './TfaPanel.tsx';

const ownTabs = ['person', 'security', 'notifications'] as const;

/** A person with company and account. */
export function ProfilePage() {
  const t = useText();
  const id = Number(useParams().userId);
  const info = useData(api.user.info, { params: { id } }, { silent: true });
  const mayEdit = usePermitted({ selfParam: 'userId', guests: true }, { params: { userId: id } });
  const person = info.data;
  const [search, setSearch] = useSearchParams();
  const tab = ownTabs.find((value) => value === search.get('tab')) ?? 'person';
  return (
    <PageFrame
      title={person ? `${person.firstName} ${person.lastName}` : t('profile.title')}
      badge={person && <PersonAvatar firstName={person.firstName} lastName={person.lastName} size="lg" />}
      {...(mayEdit
        ? {
            tabs: ownTabs.map((value) => ({ value, label: t(`profile.tabs.${value}`) })),
            tab,
            onTab: (value: string) => setSearch(value === 'person' ? {} : { tab: value }, { replace: true }),
          }
        : {})}
      action={
        mayEdit && (
          <Button component={Link} to="edit" leftSection={<IconPencil size={iconSizes.sm} aria-hidden />}>
            {t('profile.edit')}
          </Button>
        )
      }
    >
      {person && tab === 'security' && mayEdit ? (
        <Security id={id} />
      ) : person && tab === 'notifications' && mayEdit ? (
        <PushPanels />
      ) : person ? (
        <Person person={person} own={mayEdit} />
      ) : (
        <QueryBoundary of={info} />
      )}
    </PageFrame>
  );
}

/** The sign-in settings and open sessions of the person. */
function Security({ id }: { id: number }) {
  const t = useText();
  const { asOwner } = useMe();
  if (asOwner)
    return (
      <Stack gap="md">
        <Alert>{t('errors.not-as-owner')}</Alert>
        <SessionsPanel />
      </Stack>
    );
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md">
          <TfaPanel />
          <SessionsPanel />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md">
          <Panel title={t('password.title')}>
            <PasswordForm id={id} />
          </Panel>
          <Panel title={t('newEmail.title')}>
            <EmailForm id={id} />
          </Panel>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Person({ person, own }: { person: UserInfo; own: boolean }) {
  const t = useText();
  const kit = useKitText();
  const { company } = person;
  const { city } = person.personalInfo;
  const phone = person.phone && (
    <>
      <Bdi>{person.phone}</Bdi>{' '}
      <ToneChip tone={person.phoneVerified ? 'good' : 'none'}>
        {t(person.phoneVerified ? 'profile.phoneVerified' : 'profile.phoneUnverified')}
      </ToneChip>{' '}
      {own && !person.phoneVerified && (
        <Anchor component={Link} to="verifyNumber" size="sm">
          {t('profile.verifyPhone')}
        </Anchor>
      )}
    </>
  );
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Facts
          title={t('profile.person')}
          items={[
            [t('profile.name'), <bdi key="name">{`${person.firstName} ${person.lastName}`}</bdi>],
            [t('profile.email'), <Bdi key="email">{person.email}</Bdi>],
            [t('profile.phone'), phone || t('profile.none')],
            [t('fields.countryId'), city ? <bdi key="country">{city.country.localizedName}</bdi> : t('profile.none')],
            ...(city?.name ? ([[t('fields.cityId'), <bdi key="city">{city.name}</bdi>]] as const) : []),
            [t('profile.language'), t(`values.locale.${person.locale}`)],
          ]}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Facts
          title={t('profile.account')}
          items={[
            [
              t('profile.role'),
              person.adminType
                ? kit(`adminTypes.${person.adminType}`)
                : t(person.isAdmin ? 'profile.companyAdmin' : `values.role.${person.role}`),
            ],
            [t('profile.status'), <StatusChip key="status" value={person.status} namespace="accounts" />],
            [t('profile.lastLogin'), <Ago key="login" at={person.lastLoginAt} none={t('profile.never')} />],
          ]}
        />
      </Grid.Col>
      {company && (
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Facts
            title={t('profile.company')}
            items={[
              [
                t('profile.name'),
                <Anchor key="company" component={Link} to={`/core/companies/profile/${company.id}`} inherit>
                  <bdi>{company.name}</bdi>
                </Anchor>,
              ],
              [t('profile.companyType'), kit(`companyTypes.${company.type}`)],
              [t('profile.timeZone'), <Bdi key="zone">{company.timeZone}</Bdi>],
            ]}
          />
        </Grid.Col>
      )}
    </Grid>
  );
}
