import { Button, Group, SegmentedControl, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { UnitToDeploy } from '../../common/assign-units.ts';
import type { DeployUnit } from '../../common/deployment.ts';
import type { OrderDetail } from '../../common/order.ts';
import { useText } from '../api.ts';
import classes from './Fulfilment.module.css';

type Props = {
  order: OrderDetail;
  units: readonly DeployUnit[];
  /** The serial numbers that are under way, by unit. */
  waiting: ReadonlyMap<number, string>;
  errorText(word: string | null): string;
  onRetry: ((units: UnitToDeploy[]) => void) | undefined;
  onRetryAll: (() => void) | undefined;
  onReplace: ((unit: DeployUnit) => void) | undefined;
};

const tones = { pending: 'none', done: 'good', error: 'problem', replaced: 'none', refunded: 'none' } as const;
const states = ['all', 'pending', 'error', 'done'] as const;
const rowsAtOnce = 100;

/** The units of an order, those of one state or all. */
export function UnitTable({ order, units, waiting, errorText, onRetry, onRetryAll, onReplace }: Props) {
  const t = useText();
  const { number } = useFormats();
  const [state, setState] = useState<(typeof states)[number]>('all');
  const [shown, setShown] = useState(rowsAtOnce);
  const names = new Map(order.lines.map(({ id, name }) => [id, name]));
  const of = (one: (typeof states)[number]) => units.filter((unit) => one === 'all' || unit.state === one);
  const chosen = of(state);
  return (
    <Panel
      title={t('deploy.units')}
      aside={
        onRetryAll && (
          <Button size="compact-sm" variant="default" onClick={onRetryAll}>
            {t('deploy.retryAll')}
          </Button>
        )
      }
    >
      <SegmentedControl
        aria-label={t('columns.state')}
        value={state}
        onChange={(value) => setState(value as typeof state)}
        data={states.map((value) => ({ value, label: `${t(`deploy.states.${value}`)} (${number(of(value).length)})` }))}
      />
      <Table.ScrollContainer minWidth={340} type="native" tabIndex={0} aria-label={t('deploy.units')}>
        <Table aria-label={t('deploy.units')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.serial')}</Table.Th>
              <Table.Th>{t('columns.state')}</Table.Th>
              <Table.Th>{t('columns.actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {chosen.slice(0, shown).map((unit) => (
              <Table.Tr key={unit.id}>
                <UnitCells
                  key={`${unit.state} ${unit.serial}`}
                  unit={unit}
                  name={names.get(unit.lineId) ?? ''}
                  waiting={waiting.get(unit.id)}
                  errorText={errorText}
                  onRetry={onRetry}
                  onReplace={onReplace}
                />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {chosen.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + rowsAtOnce)}>
          {t('deploy.more')}
        </Button>
      )}
    </Panel>
  );
}

type CellsProps = Pick<Props, 'errorText' | 'onRetry' | 'onReplace'> & {
  unit: DeployUnit;
  name: string;
  waiting: string | undefined;
};

function UnitCells({ unit, name, waiting, errorText, onRetry, onReplace }: CellsProps) {
  const t = useText();
  const [serial, setSerial] = useState(unit.serial ?? '');
  const editable = unit.state === 'error' && onRetry && waiting === undefined;
  return (
    <>
      <Table.Td className={classes.serial}>
        <Text size="sm" c="dimmed">
          <bdi>{name}</bdi> <Bdi>{`#${unit.n}`}</Bdi>
        </Text>
        {editable ? (
          <TextInput
            size="xs"
            dir="ltr"
            aria-label={t('columns.serial')}
            value={serial}
            maxLength={200}
            error={errorText(unit.error)}
            onChange={(event) => setSerial(event.currentTarget.value)}
            onKeyDown={(event) =>
              event.key === 'Enter' && serial.trim() && onRetry([{ unitId: unit.id, serial, name: null }])
            }
          />
        ) : (
          <>
            <Bdi>{waiting ?? unit.serial ?? '–'}</Bdi>
            {unit.state === 'error' && (
              <Text size="sm" c="var(--severity-problem-text)">
                {errorText(unit.error)}
              </Text>
            )}
          </>
        )}
      </Table.Td>
      <Table.Td>
        <ToneChip tone={waiting === undefined ? tones[unit.state] : 'ok'}>
          {waiting === undefined
            ? t(`deploy.state.${unit.state === 'replaced' ? 'done' : unit.state}`)
            : t('deploy.sending')}
        </ToneChip>
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          {editable && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={!serial.trim()}
              onClick={() => onRetry([{ unitId: unit.id, serial, name: null }])}
            >
              {t('deploy.retry')}
            </Button>
          )}
          {unit.state === 'done' && unit.deviceId !== null && onReplace && (
            <Button size="compact-xs" variant="default" onClick={() => onReplace(unit)}>
              {t('deploy.replace')}
            </Button>
          )}
        </Group>
      </Table.Td>
    </>
  );
}
