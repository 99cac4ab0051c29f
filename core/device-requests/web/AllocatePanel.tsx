import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { SerialsField } from '#core/inventory/web/parts.tsx';
import { ProductDrawing } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import {
  type AllocationOutcome,
  type DeviceRequestDetail,
  maxAllocated,
  type RequestLine,
} from '../common/device-request.ts';
import { AllocationOutcomes } from './AllocationOutcomes.tsx';
import { useText } from './api.ts';
import classes from './DeviceRequests.module.css';
import { PickDevices } from './PickDevices.tsx';
import { useRequestChange } from './use-request-change.ts';

type Props = { request: DeviceRequestDetail; onClose(): void };
type Asked = { deviceIds: number[] } | { serials: string[] } | { lines: { productId: number; qty: number }[] };

/** Gives devices and subscriptions of the stock to the customer: the oldest ones, picked or scanned. */
export function AllocatePanel({ request, onClose }: Props) {
  const t = useText();
  const [outcomes, setOutcomes] = useState<readonly AllocationOutcome[]>([]);
  const change = useRequestChange(request.uuid, (result) => setOutcomes(result.outcomes));
  const allocate = (asked: Asked) => change.run({ action: 'allocate', ...asked });
  const open = request.lines.filter(({ qty, allocated }) => allocated < qty);
  return (
    <SidePanel title={t('allocate.title')} onClose={onClose} wide keepOpen>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('allocate.text')}
        </Text>
        {open.length === 0 && <Text role="status">{t('allocate.noneLeft')}</Text>}
        {open.some(({ kind }) => kind === 'device') && (
          <SerialsField
            label={t('allocate.scan')}
            description={t('allocate.scanHint')}
            autoFocus
            pending={change.pending}
            onSerials={(serials) => allocate({ serials: serials.slice(0, maxAllocated) })}
          />
        )}
        <AllocationOutcomes of={outcomes} />
        {open.map((line) => (
          <OpenLine
            key={`${line.productId} ${line.allocated}`}
            line={line}
            left={request.inStock?.[line.productId] ?? 0}
            pending={change.pending}
            onAllocate={allocate}
          />
        ))}
      </Stack>
    </SidePanel>
  );
}

type LineProps = { line: RequestLine; left: number; pending: boolean; onAllocate(asked: Asked): void };

function OpenLine({ line, left, pending, onAllocate }: LineProps) {
  const t = useText();
  const { number } = useFormats();
  const { productId, name, qty, allocated, hardwareId } = line;
  const most = Math.min(qty - allocated, left, maxAllocated);
  const [count, setCount] = useState(most);
  const [picking, setPicking] = useState(false);
  return (
    <section>
      <div className={classes.line}>
        <ProductDrawing drawing={line.drawing} title="" />
        <div>
          <Title order={3} size="h5">
            <bdi>{name}</bdi>
          </Title>
          <Text size="sm" c="dimmed">
            {t('of', { allocated: number(allocated), qty: number(qty) })} · {t('columns.inStock')} {number(left)}
          </Text>
        </div>
      </div>
      {most > 0 && (
        <Group gap="xs" mt="sm" align="end">
          <NumberInput
            className={classes.quantity ?? ''}
            aria-label={t('allocate.oldestOf', { name })}
            value={count}
            min={1}
            max={most}
            allowDecimal={false}
            allowNegative={false}
            dir="ltr"
            onChange={(next) => setCount(Number(next) || 1)}
          />
          <Button loading={pending} onClick={() => onAllocate({ lines: [{ productId, qty: Math.min(count, most) }] })}>
            {t('allocate.oldest')}
          </Button>
          {hardwareId !== null && (
            <Button variant="default" aria-expanded={picking} onClick={() => setPicking(!picking)}>
              {t('allocate.pick')}
            </Button>
          )}
        </Group>
      )}
      {picking && hardwareId !== null && (
        <PickDevices
          name={name}
          hardwareId={hardwareId}
          most={most}
          pending={pending}
          onPicked={(deviceIds) => onAllocate({ deviceIds })}
        />
      )}
    </section>
  );
}
