import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { DeviceImport } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { AddedToList } from '#platform/web/ui/list/AddedToList.tsx';
import { nothingAdded } from '#platform/web/ui/list/added-to-list.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { InApp } from '#platform/web/ui/page/in-app.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { devicePaths } from '../common/device-paths.ts';
import { AddDevice } from './add/AddDevice.tsx';
import { DeviceList } from './DeviceList.tsx';
import { useText } from './texts.ts';
import { appsWith, useDeviceApp } from './use-device-app.ts';
import { useAppModels } from './use-models.ts';

/** The devices of all apps. Of a single app, or once one is chosen, with what the slices of the app add to them. */
export function DevicesPage() {
  const t = useText();
  const { session } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be read depends on the session
  const apps = useMemo(() => appsWith(devicePaths.list), [session]);
  const { chosen } = useAppFilter(apps);
  const [only, ...others] = chosen;
  const one = others.length === 0 ? only : undefined;
  const kind = Number(useSearchParams()[0].get('solutionId')) || undefined;
  const fixed = useMemo(() => (kind === undefined ? undefined : { solutionId: kind }), [kind]);
  return (
    <PageFrame
      fill
      title={t('pages.devices-list')}
      action={
        <Group gap="xs">
          {one && (
            <InApp value={one}>
              <ImportOfApp kind={kind} />
            </InApp>
          )}
          <AddDevice apps={chosen} />
        </Group>
      }
    >
      {one ? (
        <InApp key={one.id} value={one}>
          <AddedToList app={one.id} list="device" fixed={fixed}>
            {(added) => <ListOfApp apps={apps} added={added} kind={kind} />}
          </AddedToList>
        </InApp>
      ) : (
        <DeviceList apps={apps} chosen={chosen} added={nothingAdded} />
      )}
    </PageFrame>
  );
}

/** A company without devices imports its first: the template names a model all the same. */
function ImportOfApp({ kind }: { kind: number | undefined }) {
  const { calls } = useDeviceApp();
  const { language } = useFormats();
  const models = useAppModels();
  const model = models.find(({ solutionId }) => solutionId === kind) ?? models[0];
  return <DeviceImport calls={calls.device} model={model?.name[language] ?? ''} />;
}

type OfAppProps = Pick<Parameters<typeof DeviceList>[0], 'apps' | 'added'> & { kind: number | undefined };

function ListOfApp({ apps, added, kind }: OfAppProps) {
  const deviceApp = useDeviceApp();
  const models = useAppModels();
  const chosen = useMemo(() => [deviceApp.app], [deviceApp.app]);
  const offered = useMemo(
    () => models.filter(({ solutionId }) => kind === undefined || solutionId === kind),
    [models, kind],
  );
  return <DeviceList apps={apps} chosen={chosen} added={added} one={deviceApp} models={offered} />;
}
