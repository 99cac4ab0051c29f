import { Button, Group, JsonInput, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import { type CodecSample, type SampleResult, sampleForms } from '../../common/codec.ts';
import { useText } from '../api.ts';
import classes from '../Integrations.module.css';
import { Output, SampleChip } from './RunResults.tsx';

type Props = {
  value: readonly CodecSample[];
  results: readonly SampleResult[];
  onChange(next: readonly CodecSample[]): void;
};

/** Payloads with the expected result of the codec for each. */
export function SamplesInput({ value, results, onChange }: Props) {
  const t = useText();
  const newSample = (): CodecSample => ({
    name: t('samples.name', { number: value.length + 1 }),
    form: 'hex',
    payload: '',
    fPort: 1,
    expected: {},
    tolerance: 0,
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('samples.text')}
      </Text>
      <RowsInput
        value={value}
        onChange={onChange}
        newRow={newSample}
        addLabel={t('samples.add')}
        removeLabel={({ name }) => t('samples.removeOf', { name })}
        gap="md"
      >
        {({ row, index, change, remove }) => (
          <Sample sample={row} result={results[index]} change={change} remove={remove} />
        )}
      </RowsInput>
    </Stack>
  );
}

type SampleProps = {
  sample: CodecSample;
  result: SampleResult | undefined;
  change(part: Partial<CodecSample>): void;
  remove: ReactNode;
};

function Sample({ sample, result, change, remove }: SampleProps) {
  const t = useText();
  const { label } = useLabels('integrations');
  const [expected, setExpected] = useState(() => JSON.stringify(sample.expected, null, 2));
  const write = (text: string) => {
    setExpected(text);
    const value = jsonOf(text);
    if (value !== undefined) change({ expected: value });
  };
  const { data } = (result?.output ?? {}) as { data?: unknown };
  return (
    <Stack gap="xs" className={classes.sample}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text fw={600}>
            <bdi>{sample.name}</bdi>
          </Text>
          {result && <SampleChip green={result.green} />}
        </Group>
        {remove}
      </Group>
      <div className={classes.sampleFields}>
        <TextInput
          label={t('samples.title1')}
          value={sample.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          label={t('samples.form')}
          allowDeselect={false}
          value={sample.form}
          onChange={(form) => form && change({ form: form as CodecSample['form'] })}
          data={sampleForms.map((value) => ({ value, label: label(`values.form.${value}`) }))}
        />
        <NumberInput
          label={t('samples.fPort')}
          min={0}
          max={255}
          value={sample.fPort}
          onChange={(next) => change({ fPort: Number(next) || 0 })}
        />
        <NumberInput
          label={t('samples.tolerance')}
          min={0}
          value={sample.tolerance}
          onChange={(next) => change({ tolerance: Number(next) || 0 })}
        />
      </div>
      <TextInput
        label={t('samples.payload')}
        dir="ltr"
        classNames={{ input: classes.key }}
        value={sample.payload}
        onChange={(event) => change({ payload: event.currentTarget.value })}
      />
      <JsonInput
        label={t('samples.expected')}
        dir="ltr"
        autosize
        minRows={2}
        maxRows={10}
        value={expected}
        onChange={write}
        error={jsonOf(expected) === undefined && t('samples.noJson')}
      />
      {result && !result.green && <Output answer={result} />}
      {result && !result.green && data !== undefined && (
        <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => write(JSON.stringify(data, null, 2))}>
          {t('samples.take')}
        </Button>
      )}
    </Stack>
  );
}

function jsonOf(text: string): CodecSample['expected'] | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON yet, while it is written.
    return undefined;
  }
}
