import { NumberInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { CardTable } from '#platform/web/ui/rows/CardTable.tsx';
import { type Settings, targetShares } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';

type Times = Pick<Settings, 'ackSeconds' | 'idleSeconds' | 'urgentTargets' | 'otherTargets'>;
type Form = {
  values: Times;
  set(name: keyof Times, value: number[]): void;
  errorAt(path: string): ReactNode;
};
type CellProps = { form: Form; name: keyof Times; at: number; label: string; least: number };

/** The seconds at a position of a setting. */
function Seconds({ form, name, at, label, least }: CellProps) {
  const t = useText();
  const values = form.values[name];
  return (
    <NumberInput
      aria-label={label}
      min={least}
      allowDecimal={false}
      suffix={t('secondsSuffix')}
      value={values[at]}
      error={form.errorAt(`${name}.${at}`)}
      onChange={(value) =>
        form.set(
          name,
          values.map((old, n) => (n === at ? Number(value) : old)),
        )
      }
    />
  );
}

const priorities = [1, 2, 3, 4] as const;

/** When an incident that nobody takes, or works on, calls again. */
export function PriorityTable({ form }: { form: Form }) {
  const t = useText();
  return (
    <>
      <CardTable
        headings={[t('rules.priority'), t('fields.ackSeconds'), t('fields.idleSeconds')]}
        rows={priorities.map((priority, at) => {
          const name = t('rules.priorityNumber', { number: priority });
          return {
            key: priority,
            cells: [
              name,
              <Seconds
                key="ack"
                form={form}
                name="ackSeconds"
                at={at}
                least={10}
                label={`${t('fields.ackSeconds')}: ${name}`}
              />,
              <Seconds
                key="idle"
                form={form}
                name="idleSeconds"
                at={at}
                least={0}
                label={`${t('fields.idleSeconds')}: ${name}`}
              />,
            ],
          };
        })}
      />
      <Text size="sm" c="dimmed">
        {t('rules.idleHint')}
      </Text>
    </>
  );
}

/** Within how many seconds which share of incidents is to be taken. */
export function TargetTable({ form }: { form: Form }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <>
      <CardTable
        headings={[t('rules.targets'), t('fields.urgentTargets'), t('fields.otherTargets')]}
        rows={targetShares.map((share, at) => {
          const name = t('rules.targetShare', { share: number(100 * share, (100 * share) % 1 === 0 ? 0 : 1) });
          return {
            key: share,
            cells: [
              name,
              <Seconds
                key="urgent"
                form={form}
                name="urgentTargets"
                at={at}
                least={5}
                label={`${t('fields.urgentTargets')}: ${name}`}
              />,
              <Seconds
                key="other"
                form={form}
                name="otherTargets"
                at={at}
                least={5}
                label={`${t('fields.otherTargets')}: ${name}`}
              />,
            ],
          };
        })}
      />
      <Text size="sm" c="dimmed">
        {t('rules.targetHint')}
      </Text>
    </>
  );
}
