import { Group, NumberInput } from '@mantine/core';
import type { Rules } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';

type Props = { form: { field(name: keyof Rules): { label: string } } };

/** How events of panels become incidents. */
export function RuleFields({ form }: Props) {
  const t = useText();
  return (
    <>
      <Group grow align="end">
        <NumberInput
          {...form.field('confirmMinutes')}
          description={t('rules.confirmHint')}
          min={30}
          max={60}
          suffix={t('rules.minutes')}
        />
        <NumberInput
          {...form.field('holdupConfirmHours')}
          description={t('rules.holdupHint')}
          min={8}
          max={20}
          suffix={t('rules.hours')}
        />
      </Group>
      <Group grow align="end">
        <NumberInput {...form.field('swingerHits')} description={t('rules.swingerHint')} min={1} max={6} />
        <NumberInput
          {...form.field('cancelMinutes')}
          description={t('rules.cancelHint')}
          min={1}
          max={10}
          suffix={t('rules.minutes')}
        />
      </Group>
    </>
  );
}
