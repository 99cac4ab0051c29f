import { Anchor, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { OrderDetail } from '../../common/order.ts';
import type { Parcel } from '../../common/parcel.ts';
import { packedLines } from '../../common/parcel-lines.ts';
import { useText } from '../api.ts';
import classes from './Parts.module.css';

type Props = Pick<OrderDetail, 'lines'>;

/** A parcel: its carrier, position and content. `children` are its actions. */
export function ParcelPanel({ order, parcel, children }: { order: Props; parcel: Parcel; children?: ReactNode }) {
  const t = useText();
  const { date, number } = useFormats();
  const lines = new Map(packedLines(order.lines).map((line) => [line.id, line]));
  const state = parcel.returnedAt ? 'returned' : parcel.deliveredAt ? 'delivered' : 'underWay';
  return (
    <Panel
      title={t('shipping.parcel', { n: parcel.n })}
      aside={
        <ToneChip tone={({ returned: 'none', delivered: 'good', underWay: 'ok' } as const)[state]}>
          {t(`shipping.${state}`)}
        </ToneChip>
      }
    >
      <Stack gap="sm">
        <Text component="p" m={0}>
          <bdi>{parcel.carrier}</bdi>
          {parcel.tracking && ' · '}
          {parcel.tracking &&
            (parcel.link ? (
              <Anchor href={parcel.link} target="_blank" rel="noreferrer" inherit>
                <Bdi>{parcel.tracking}</Bdi>
              </Anchor>
            ) : (
              <Bdi>{parcel.tracking}</Bdi>
            ))}
          {' · '}
          <Bdi>{date(parcel.deliveredAt ?? parcel.shippedAt)}</Bdi>
        </Text>
        <ul className={classes.contents}>
          {parcel.lines.flatMap(({ lineId, qty }) => {
            const line = lines.get(lineId);
            return line ? (
              <li key={lineId}>
                <Bdi>{`${number(qty)} ×`}</Bdi> <bdi>{line.name}</bdi>
              </li>
            ) : (
              []
            );
          })}
        </ul>
        {parcel.note && (
          <Text size="sm" c="dimmed">
            <bdi>{parcel.note}</bdi>
          </Text>
        )}
        {children}
      </Stack>
    </Panel>
  );
}
