import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconMailForward, IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { menuNamespace } from '#platform/web/i18n/i18n.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { loadPermissions, registeredApps } from '#platform/web/session/session.ts';
import { iconNamed } from '#platform/web/shell/navigation/icons.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { CompanyApp } from '../../common/company-app.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';

/** The apps of a company: those that it holds or tries, and those that it may try or request. */
export const useCompanyApps = (companyId: number) =>
  useData(api.companyApp.list, { params: { id: companyId } }, { silent: true });

/** A card for each of the apps. `aside` is shown at the end of its first line. */
export function AppCards({ apps, most = 3, aside, children }: AppCardsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: Math.min(2, most), lg: most }}>
      {apps.map((app) => {
        const manifest = registeredApps().find(({ id }) => id === app.id);
        const Icon = iconNamed(manifest?.icon ?? '');
        return (
          <Panel key={app.id}>
            <Stack gap="sm">
              <Group wrap="nowrap">
                <Icon size={iconSizes.lg} aria-hidden />
                <Text fw={600} flex={1}>
                  <AppName id={app.id} />
                </Text>
                {aside?.(app)}
              </Group>
              <AppState app={app} />
              {children?.(app)}
            </Stack>
          </Panel>
        );
      })}
    </SimpleGrid>
  );
}

/** The name of an app as in the sidebar. */
function AppName({ id }: { id: string }) {
  const { label, has } = useLabels(menuNamespace(id));
  return <bdi>{has('app') ? label('app') : id}</bdi>;
}

type AppCardsProps = {
  apps: readonly CompanyApp[];
  /** The number of columns on a wide page. */
  most?: number;
  aside?(app: CompanyApp): ReactNode;
  children?(app: CompanyApp): ReactNode;
};

/** The trial or the request of a company for an app, in one line. */
function AppState({ app: { held, trial, request } }: { app: CompanyApp }) {
  const t = useText();
  const { date, number } = useFormats();
  const lines = [
    trial &&
      (Date.parse(trial.expiresAt) < Date.now()
        ? t('trial.ended', { day: date(trial.expiresAt, 'date') })
        : t('trial.running', {
            day: date(trial.expiresAt, 'date'),
            used: number(trial.used),
            devices: number(trial.devices),
          })),
    !held && request && t('appRequest.sent', { day: date(request.at, 'date'), person: request.by ?? '' }),
  ].filter((line): line is string => Boolean(line));
  return lines.map((line) => (
    <Text key={line} size="sm" c="dimmed">
      {line}
    </Text>
  ));
}

/** Starts a trial of the app, or requests it from the administrators of the platform. */
export function GetApp({ companyId, app }: { companyId: number; app: CompanyApp }) {
  const t = useText();
  const trial = useCompanyApps(companyId).data?.trial;
  const { date } = useFormats();
  const start = useAction(api.companyApp.startTrial, {
    onDone: () => void loadPermissions(),
    notice: ({ trial }) => t('trial.started', { day: date(trial?.expiresAt, 'date') }),
  });
  const ask = useAction(api.companyApp.request);
  const params = { id: companyId, app: app.id };
  if (app.held) return null;
  if (app.trialOffered && trial)
    return (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('trial.includes', { count: trial.devices })}</Text>
        <Button
          leftSection={<IconSparkles size={iconSizes.md} aria-hidden />}
          loading={start.pending}
          onClick={() => start.run({ params })}
        >
          {t('trial.start', { count: trial.days })}
        </Button>
      </Stack>
    );
  if (app.request) return null;
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconMailForward size={iconSizes.md} aria-hidden />}
        loading={ask.pending}
        onClick={() => ask.run({ params })}
      >
        {t('appRequest.send')}
      </Button>
    </Group>
  );
}

/** The apps that a company may try; if there are none, those that it may request. */
export function AppOffers({ companyId }: { companyId: number }) {
  const t = useText();
  const found = useCompanyApps(companyId);
  const may = usePermitted(api.companyApp.request.route.access);
  if (!found.data) return <QueryBoundary of={found} />;
  if (!may) return <Text c="dimmed">{t('companies.noAppsText')}</Text>;
  const offered = found.data.apps.filter(({ held }) => !held);
  const tried = found.data.trial ? offered.filter(({ trialOffered }) => trialOffered) : [];
  return (
    <AppCards apps={tried.length > 0 ? tried : offered} most={2}>
      {(app) => <GetApp companyId={companyId} app={app} />}
    </AppCards>
  );
}
