import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceFloppy, IconGitCompare, IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { UnsavedGuard } from '#platform/web/ui/form/UnsavedGuard.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import type { CodecDetail, CodecRun, CodecSample } from '../../common/codec.ts';
import { api, useText } from '../api.ts';
import { Comparison, SampleSummary } from './RunResults.tsx';
import { SamplesInput } from './SamplesInput.tsx';
import { type Variables, VariablesInput } from './VariablesInput.tsx';

const CodeEditor = lazy(() => import('./CodeEditor.tsx'));

/** Edits the newest version of a codec. It is run as often as wanted; saving makes another version. */
export function CodecEditor({ codec }: { codec: CodecDetail }) {
  const t = useText();
  const [newest] = codec.versions;
  const [source, setSource] = useState(newest?.source ?? '');
  const [samples, setSamples] = useState<readonly CodecSample[]>(newest?.samples ?? []);
  const [variables, setVariables] = useState<Variables>(() => Object.entries(newest?.variables ?? {}));
  const [outcome, setOutcome] = useState<CodecRun | null>(null);
  const named = Object.fromEntries(variables.filter(([name]) => name.trim() !== ''));
  const dirty =
    source !== newest?.source ||
    samples !== newest?.samples ||
    JSON.stringify(named) !== JSON.stringify(newest?.variables ?? {});
  const run = useAction(api.codec.run);
  const save = useAction(api.codec.addVersion);
  const content = { source, samples: [...samples], variables: named };
  const params = { id: codec.id };
  const changeSamples = (next: readonly CodecSample[]) => {
    // Results are those of the samples in their order.
    if (next.length !== samples.length) setOutcome(null);
    setSamples(next);
  };
  const ask = (compare: boolean) =>
    void run.ask({ params, body: { ...content, compare } }).then(setOutcome, () => undefined);
  return (
    <Panels>
      <UnsavedGuard when={dirty && !save.pending} />
      <Panel title={t('codec.source')}>
        <Stack>
          <Suspense fallback={<Skeleton h={240} />}>
            <CodeEditor label={t('codec.source')} value={source} onChange={setSource} />
          </Suspense>
          <Can access={api.codec.run.route.access}>
            <Group gap="xs">
              <Button
                variant="default"
                loading={run.pending}
                leftSection={<IconPlayerPlay size={iconSizes.sm} aria-hidden />}
                onClick={() => ask(false)}
              >
                {t('codec.run')}
              </Button>
              <Button
                variant="default"
                loading={run.pending}
                leftSection={<IconGitCompare size={iconSizes.sm} aria-hidden />}
                onClick={() => ask(true)}
              >
                {t('codec.compare')}
              </Button>
              <Button
                loading={save.pending}
                disabled={!dirty}
                leftSection={<IconDeviceFloppy size={iconSizes.sm} aria-hidden />}
                onClick={() => save.run({ params, body: content })}
              >
                {t('codec.save')}
              </Button>
            </Group>
            <Text size="sm" role="status">
              {outcome && <SampleSummary results={outcome.samples} />}
            </Text>
          </Can>
        </Stack>
      </Panel>
      <Panel title={t('variables.title')}>
        <VariablesInput value={variables} onChange={setVariables} />
      </Panel>
      <Panel title={t('samples.title')}>
        <SamplesInput value={samples} results={outcome?.samples ?? []} onChange={changeSamples} />
      </Panel>
      {outcome && outcome.compared.length > 0 && <Comparison compared={outcome.compared} />}
    </Panels>
  );
}
