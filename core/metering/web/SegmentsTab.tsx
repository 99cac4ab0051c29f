import { Button, Group, Stack } from '@mantine/core';
import { IconPencilPlus, IconReplace } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Attachments } from '#platform/web/ui/attachments/Attachments.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type MeterReply, type MeterSegment, photoUpload, type Review } from '../common/meter.ts';
import { EnterReadingPanel } from './EnterReadingPanel.tsx';
import classes from './Metering.module.css';
import { ReplaceMeterPanel } from './ReplaceMeterPanel.tsx';
import { useText } from './texts.ts';
import { useMetering } from './use-metering.ts';

type Open = { kind: 'replace' | 'enter' } | { kind: 'photos'; segment: MeterSegment };

/** The meters of a place one after the other, readings under review and readings that people entered. */
export function SegmentsTab({ device }: { device: DeviceDetail }) {
  const t = useText();
  const { calls } = useMetering();
  const [open, setOpen] = useState<Open | null>(null);
  const query = useData(calls.meter.read, { params: { id: device.id } }, { silent: true });
  const meter = query.data;
  const on = { resource: device.structure?.id ?? null };
  if (!meter) return <QueryBoundary of={query} />;
  const close = () => setOpen(null);
  return (
    <Stack>
      <Group gap="xs">
        <Can access={calls.meter.replace.route.access} on={on}>
          <Button
            variant="default"
            leftSection={<IconReplace size={iconSizes.md} aria-hidden />}
            disabled={meter.segments.length === 0}
            onClick={() => setOpen({ kind: 'replace' })}
          >
            {t('replace.title')}
          </Button>
        </Can>
        <Can access={calls.meter.enter.route.access} on={on}>
          <Button
            variant="default"
            leftSection={<IconPencilPlus size={iconSizes.md} aria-hidden />}
            onClick={() => setOpen({ kind: 'enter' })}
          >
            {t('enter.title')}
          </Button>
        </Can>
      </Group>
      <Reviews device={device} meter={meter} />
      <Segments meter={meter} onPhotos={(segment) => setOpen({ kind: 'photos', segment })} />
      <Readings meter={meter} />
      {open?.kind === 'replace' && <ReplaceMeterPanel device={device} meter={meter} onClose={close} />}
      {open?.kind === 'enter' && <EnterReadingPanel device={device} meter={meter} onClose={close} />}
      {open?.kind === 'photos' && (
        <SidePanel title={t('segments.photosOf', { serial: open.segment.serial })} onClose={close}>
          <Attachments of={calls.segmentPhoto} params={{ id: open.segment.id }} upload={photoUpload} />
        </SidePanel>
      )}
    </Stack>
  );
}

type Column = { name: string; numeric?: boolean };

function Table({ title, columns, children }: { title: string; columns: readonly Column[]; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              {columns.map(({ name, numeric }) => (
                <th key={name} scope="col" data-number={numeric}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </Panel>
  );
}

function useIndexText({ unit, decimals }: MeterReply) {
  const { number } = useFormats();
  return (index: number) => <Bdi>{`${number(index, decimals)} ${unit}`}</Bdi>;
}

function Segments({ meter, onPhotos }: { meter: MeterReply; onPhotos(segment: MeterSegment): void }) {
  const t = useText();
  const { date, number } = useFormats();
  const index = useIndexText(meter);
  if (meter.segments.length === 0)
    return (
      <Panel title={t('segments.title')}>
        <EmptyState drawing="chart" title={t('segments.empty.title')} text={t('segments.empty.text')} />
      </Panel>
    );
  const end = (at: string, value: number) => (
    <>
      {index(value)}
      <br />
      <Bdi>{date(at)}</Bdi>
    </>
  );
  return (
    <Table
      title={t('segments.title')}
      columns={[
        { name: t('segments.serial') },
        { name: t('segments.from'), numeric: true },
        { name: t('segments.to'), numeric: true },
        { name: t('segments.reason') },
        { name: t('segments.person') },
        { name: t('segments.photos') },
      ]}
    >
      {meter.segments.map((segment) => (
        <tr key={segment.id}>
          <td>
            <Bdi>{segment.serial}</Bdi>
          </td>
          <td data-number>{end(segment.startedAt, segment.startIndex)}</td>
          <td data-number>
            {segment.endedAt !== null && segment.endIndex !== null
              ? end(segment.endedAt, segment.endIndex)
              : t('segments.now')}
          </td>
          <td>{t(`values.reason.${segment.reason}`)}</td>
          <td>
            <bdi>{segment.person?.name ?? '–'}</bdi>
          </td>
          <td>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onPhotos(segment)}
              aria-label={t('segments.photosOf', { serial: segment.serial })}
            >
              {t('segments.showPhotos', { count: segment.photos, shown: number(segment.photos) })}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

const reviewTones = { open: 'poor', accepted: 'good', rejected: 'none', returned: 'none' } as const;

function Reviews({ device, meter }: { device: DeviceDetail; meter: MeterReply }) {
  const t = useText();
  const { date } = useFormats();
  const { calls } = useMetering();
  const index = useIndexText(meter);
  const decide = useAction(calls.meter.decide, { invalidates: [calls.bill.ofMonth] });
  if (meter.reviews.length === 0) return null;
  const run = (review: Review, accept: boolean) =>
    decide.run({ params: { id: device.id, reviewId: review.id }, body: { accept } });
  return (
    <Table
      title={t('reviews.title')}
      columns={[
        { name: t('reviews.at') },
        { name: t('reviews.before'), numeric: true },
        { name: t('reviews.rise'), numeric: true },
        { name: t('reviews.state') },
        { name: t('reviews.decision') },
      ]}
    >
      {meter.reviews.map((review) => (
        <tr key={review.id}>
          <td>
            <Bdi>{date(review.at)}</Bdi>
          </td>
          <td data-number>{index(review.before)}</td>
          <td data-number>{index(review.rise)}</td>
          <td>
            <StatusChip value={review.state} field="reviewState" namespace="metering" tones={reviewTones} />
          </td>
          <td>
            {review.state === 'open' ? (
              <Can access={calls.meter.decide.route.access} on={{ resource: device.structure?.id ?? null }}>
                <Group gap="xs" wrap="nowrap">
                  <Button size="compact-sm" onClick={() => run(review, true)}>
                    {t('reviews.accept')}
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => run(review, false)}>
                    {t('reviews.reject')}
                  </Button>
                </Group>
              </Can>
            ) : (
              <bdi>{review.person?.name ?? '–'}</bdi>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Readings({ meter }: { meter: MeterReply }) {
  const t = useText();
  const { date } = useFormats();
  const index = useIndexText(meter);
  if (meter.readings.length === 0) return null;
  return (
    <Table
      title={t('entered.title')}
      columns={[{ name: t('reviews.at') }, { name: t('entered.value'), numeric: true }, { name: t('segments.person') }]}
    >
      {meter.readings.map((reading) => (
        <tr key={reading.id}>
          <td>
            <Bdi>{date(reading.at)}</Bdi>
          </td>
          <td data-number>{index(reading.value)}</td>
          <td>
            <bdi>{reading.person?.name ?? '–'}</bdi>
          </td>
        </tr>
      ))}
    </Table>
  );
}
