import { Button, Group, Select, Skeleton, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { CodecDetail, CodecState } from '../../common/codec.ts';
import { api, useText } from '../api.ts';
import { downloadCodec } from './codec-file.ts';
import { SampleResults } from './RunResults.tsx';
import { useRedSamples } from './use-red-samples.ts';

const CodeEditor = lazy(() => import('./CodeEditor.tsx'));
const tones: Record<CodecState, 'good' | 'none' | 'ok'> = { active: 'good', draft: 'ok', retired: 'none' };

/** The versions of a codec: any of them can be activated, and two can be compared. */
export function CodecVersions({ codec }: { codec: CodecDetail }) {
  const t = useText();
  const { date, number } = useFormats();
  const { red, onError } = useRedSamples();
  const activate = useAction(api.codec.activate);
  const put = (version: number) =>
    void activate.ask({ params: { id: codec.id }, body: { number: version } }).then(() => onError(null), onError);
  return (
    <Panels>
      <Panel title={t('tabs.versions')}>
        <Stack>
          {codec.versions.map((whole) => {
            const { number: version, state, createdAt, by } = whole;
            return (
              <Group key={version} justify="space-between">
                <Group gap="sm">
                  <strong>{t('codec.version', { number: number(version) })}</strong>
                  <StatusChip namespace="integrations" field="state" value={state} tones={tones} />
                  <span>{date(createdAt)}</span>
                  <bdi>{by ?? '–'}</bdi>
                </Group>
                <Group gap="xs">
                  <Button
                    variant="subtle"
                    size="compact-md"
                    leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
                    aria-label={t('codec.exportOf', { number: number(version) })}
                    onClick={() => downloadCodec(codec, whole)}
                  >
                    {t('codec.export')}
                  </Button>
                  {state !== 'active' && (
                    <Can access={api.codec.activate.route.access}>
                      <Button
                        variant="default"
                        size="compact-md"
                        loading={activate.pending}
                        aria-label={t('codec.activateOf', { number: number(version) })}
                        onClick={() => put(version)}
                      >
                        {t(state === 'retired' ? 'codec.rollBack' : 'codec.activate')}
                      </Button>
                    </Can>
                  )}
                </Group>
              </Group>
            );
          })}
          {red.length > 0 && <SampleResults results={red} />}
        </Stack>
      </Panel>
      {codec.versions.length > 1 && <Difference codec={codec} />}
    </Panels>
  );
}

function Difference({ codec: { versions } }: { codec: CodecDetail }) {
  const t = useText();
  const [[from, to], choose] = useState<[number, number]>([versions[1]?.number ?? 1, versions[0]?.number ?? 1]);
  const sourceOf = (version: number) => versions.find(({ number }) => number === version)?.source ?? '';
  const data = versions.map(({ number }) => ({ value: String(number), label: t('codec.version', { number }) }));
  return (
    <Panel title={t('difference.title')}>
      <Stack>
        <Group>
          <Select
            label={t('difference.from')}
            data={data}
            value={String(from)}
            allowDeselect={false}
            onChange={(next) => choose([Number(next), to])}
          />
          <Select
            label={t('difference.to')}
            data={data}
            value={String(to)}
            allowDeselect={false}
            onChange={(next) => choose([from, Number(next)])}
          />
        </Group>
        <Suspense fallback={<Skeleton h={240} />}>
          <CodeEditor
            key={`${from} ${to}`}
            label={t('difference.title')}
            value={sourceOf(to)}
            comparedWith={sourceOf(from)}
          />
        </Suspense>
      </Stack>
    </Panel>
  );
}
