import { Button, Group, Select, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { type Condition, maxPredicates, type Predicate } from '../../common/condition.ts';
import { PredicateInput } from '../predicates/PredicateInput.tsx';
import classes from '../Rules.module.css';
import { useText } from '../texts.ts';
import type { RuleContext } from './LevelsInput.tsx';

type Props = RuleContext & { value: Condition; invalid: boolean; onChange(value: Condition): void };
type Joined = 'all' | 'any';

const partsOf = (value: Condition): { joined: Joined; parts: Condition[] } =>
  'all' in value
    ? { joined: 'all', parts: value.all }
    : 'any' in value
      ? { joined: 'any', parts: value.any }
      : { joined: 'all', parts: [value] };

/** A single predicate needs no group. */
const joinedBy = (joined: Joined, parts: Condition[]): Condition => {
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return joined === 'all' ? { all: parts } : { any: parts };
};

const isPredicate = (value: Condition): value is Predicate => !('all' in value || 'any' in value);

/** The predicates of a condition, one below the other, joined by "all of" or "one of". Groups within it keep their form. */
export function ConditionInput({ value, onChange, ...context }: Props) {
  const t = useText();
  const { joined, parts } = partsOf(value);
  const replace = (at: number, part: Condition) =>
    onChange(
      joinedBy(
        joined,
        parts.map((before, other) => (other === at ? part : before)),
      ),
    );
  const remove = (at: number) =>
    onChange(
      joinedBy(
        joined,
        parts.filter((_, other) => other !== at),
      ),
    );
  return (
    <Stack gap="xs" className={classes.condition}>
      {parts.length > 1 && (
        <Select
          className={classes.joined}
          aria-label={t('rules.joined')}
          data={(['all', 'any'] as const).map((one) => ({ value: one, label: t(`values.condition.${one}`) }))}
          value={joined}
          allowDeselect={false}
          onChange={(next) => onChange(joinedBy(next as Joined, parts))}
        />
      )}
      {parts.map((part, at) =>
        isPredicate(part) ? (
          <PredicateInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a predicate has no name of its own
            key={at}
            {...context}
            number={at + 1}
            value={part}
            onChange={(next) => replace(at, next)}
            onRemove={parts.length > 1 ? () => remove(at) : undefined}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group has no name of its own
          <ConditionInput key={at} {...context} value={part} onChange={(next) => replace(at, next)} />
        ),
      )}
      {parts.length < maxPredicates && (
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => onChange(joinedBy(joined, [...parts, { sensor: '', is: '>', value: Number.NaN }]))}
          >
            {t('rules.addPredicate')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
