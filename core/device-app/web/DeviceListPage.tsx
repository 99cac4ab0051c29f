import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { DeviceImport } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { addDeviceAddress, listAddress, solutionShown } from './addresses.ts';
import { DeviceList } from './DeviceList.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import { SolutionTabs } from './SolutionTabs.tsx';
import { useText } from './texts.ts';
import { useDeviceApp } from './use-device-app.ts';
import { useAppModels } from './use-models.ts';

/** The device list by solution. An address without an available solution redirects to the first one. */
export function DeviceListPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { app, calls } = useDeviceApp();
  const { solutionId: requested } = useParams();
  const { search } = useLocation();
  const { language } = useFormats();
  const solutions = useData(calls.catalogue.userSolutions);
  const models = useAppModels();
  if (solutions.isError) return <Navigate to={shellAddresses.main} replace />;
  if (!solutions.data)
    return (
      <PageFrame
        fill
        tabs={tabs}
        title={t('pages.devices-list')}
        toolbar={<SolutionTabs solutions={undefined} current={undefined} />}
      >
        <Skeleton h="50vh" radius="lg" aria-busy />
      </PageFrame>
    );
  const available = solutions.data.data;
  const shown = solutionShown(requested, available);
  const address = listAddress(app, shown);
  // A company without devices imports its first: the template names a model all the same.
  const model = models.find((model) => model.solutionId === shown) ?? models[0];
  if (String(shown ?? '') !== (requested ?? '')) return <Navigate to={address + search} replace />;
  return (
    <PageFrame
      fill
      tabs={tabs}
      title={t('pages.devices-list')}
      action={
        <Group gap="xs">
          <DeviceImport calls={calls.device} model={model?.name[language] ?? ''} />
          <AddDevice />
        </Group>
      }
      toolbar={shown === undefined ? undefined : <SolutionTabs solutions={available} current={shown} />}
    >
      {shown === undefined ? (
        <Stack>
          <GettingStarted />
          <EmptyState title={t('noSolutions.title')} text={t('noSolutions.text')} action={<AddDevice />} />
        </Stack>
      ) : (
        <DeviceList key={shown} solutionId={shown} />
      )}
    </PageFrame>
  );
}

export function AddDevice() {
  const t = useText();
  const { app, calls } = useDeviceApp();
  return (
    <Can access={calls.device.create.route.access}>
      <Button component={Link} to={addDeviceAddress(app)} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('pages.devices-add')}
      </Button>
    </Can>
  );
}
