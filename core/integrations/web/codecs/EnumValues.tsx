import { Box, Input } from '@mantine/core';
import { useState } from 'react';
import type { MappingRule } from '../../common/mapping.ts';
import { useText } from '../api.ts';
import { type Pair, PairsInput } from '../PairsInput.tsx';

type Values = MappingRule['values'];
type Props = { ruleKey: string; values: Values; onChange(values: Values): void };

/** A value as it is written: a number, yes or no, or a text. */
function valueOf(text: string): Values[string] {
  const written = text.trim();
  if (written === 'true' || written === 'false') return written === 'true';
  return written !== '' && Number.isFinite(Number(written)) ? Number(written) : text;
}

/** The value of the sensor for each value of a key. Input is kept as it is until both sides are complete. */
export function EnumValues({ ruleKey, values, onChange }: Props) {
  const t = useText();
  const [entries, setEntries] = useState<readonly Pair[]>(() =>
    Object.entries(values).map(([from, to]) => [from, String(to)]),
  );
  const write = (next: readonly Pair[]) => {
    setEntries(next);
    const whole = next.filter(([from, to]) => from !== '' && to !== '');
    onChange(Object.fromEntries(whole.map(([from, to]) => [from, valueOf(to)])));
  };
  return (
    <Input.Wrapper label={t('mapping.values')} description={t('mapping.valuesText')} labelElement="div">
      <Box mt="xs">
        <PairsInput
          value={entries}
          left={{ name: t('mapping.from'), maxLength: 120 }}
          right={{ name: t('mapping.sensor'), label: (value) => t('mapping.toOf', { value }), maxLength: 500 }}
          removes={(value) => t('mapping.removeValueOf', { value })}
          adds={{ text: t('mapping.addValue'), label: t('mapping.addValueOf', { key: ruleKey }) }}
          onChange={write}
        />
      </Box>
    </Input.Wrapper>
  );
}
