import { Code, Stack, Text } from '@mantine/core';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { CodecRun, SampleResult } from '../../common/codec.ts';
import { useText } from '../api.ts';
import classes from '../Integrations.module.css';

type Answer = Pick<SampleResult, 'output' | 'fault'>;
const shown = ({ output, fault }: Answer) => fault ?? JSON.stringify(output, null, 2);

export const SampleChip = ({ green }: { green: boolean }) => {
  const t = useText();
  return <ToneChip tone={green ? 'good' : 'problem'}>{t(green ? 'samples.green' : 'samples.red')}</ToneChip>;
};

/** How many samples were as expected. */
export function SampleSummary({ results }: { results: readonly SampleResult[] }) {
  const t = useText();
  const { number } = useFormats();
  const all = results.length;
  const red = results.filter(({ green }) => !green).length;
  if (all === 0) return t('samples.none');
  return red === 0
    ? t('samples.allGreen', { count: all, shown: number(all) })
    : t('samples.someRed', { count: red, shown: number(red), all: number(all) });
}

/** The outcome of each sample. */
export function SampleResults({ results }: { results: readonly SampleResult[] }) {
  return (
    <Stack gap="xs" role="status">
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two samples may have the same name
        <div key={index}>
          <SampleChip green={result.green} /> <bdi>{result.name}</bdi>
          {!result.green && <Output answer={result} />}
        </div>
      ))}
    </Stack>
  );
}

/** The output of the codec for a payload, or why there is none. */
export const Output = ({ answer }: { answer: Answer }) => (
  <Code block dir="ltr" mt="xs">
    {shown(answer)}
  </Code>
);

function Outcome({ label, answer }: { label: string; answer: Answer }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Code block dir="ltr">
        {shown(answer)}
      </Code>
    </div>
  );
}

/** The newest messages for which the active version and the edited one differ. */
export function Comparison({ compared }: { compared: CodecRun['compared'] }) {
  const t = useText();
  const { date, number } = useFormats();
  const different = compared.filter(({ differs }) => differs);
  return (
    <Panel title={t('comparison.title')}>
      <Stack>
        <Text>
          {t('comparison.differ', {
            count: different.length,
            shown: number(different.length),
            all: number(compared.length),
          })}
        </Text>
        {different.map(({ messageId, receivedAt, before, after }) => (
          <div key={messageId}>
            <Text size="sm">{date(receivedAt)}</Text>
            <div className={classes.columns}>
              <Outcome label={t('comparison.before')} answer={before} />
              <Outcome label={t('comparison.after')} answer={after} />
            </div>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
