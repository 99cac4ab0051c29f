import { Select, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant } from '#platform/web/ui/time/local-time.ts';
import type { FitBody, Fitting } from '../common/fitting.ts';
import { placeIn } from '../common/timeline.ts';
import { namespace, useText } from './text.ts';
import { fittingCalls, useCarriers } from './use-carriers.ts';

export type FittedDevice = { id: number; name: string };
type Props = { app: AppManifest; device: FittedDevice; onClose(): void };

const why = z.string().trim().max(200, 'tooLong');
const chosen = z
  .number()
  .nullable()
  .refine((subject) => subject !== null, 'Required');
const schema = z.object({ type: z.string(), subject: chosen, at: z.string(), why });
/** The most fittings of a device among which the one at an instant is looked for. */
const mostKnown = 100;

/** What the device is fitted to at the instant, if it is not what it is to be fitted to. */
function formerOf(fittings: readonly Fitting[], { subject }: FitBody, at: number): Fitting | null {
  const spans = fittings.map((fitting) => ({
    fitting,
    from: Date.parse(fitting.fromAt),
    to: fitting.toAt === null ? null : Date.parse(fitting.toAt),
  }));
  const inside = placeIn(spans, at).inside?.fitting;
  if (!inside || (inside.subject.type === subject.type && inside.subject.id === subject.id)) return null;
  return inside;
}

/** Fits a device to a record, now or at a past time. Asks before it takes the device out of what it is fitted to. */
export function FitPanel({ app, device, onClose }: Props) {
  const t = useText();
  const { date } = useFormats();
  const calls = fittingCalls(app);
  const carriers = useCarriers(app);
  const fit = useAction(calls.fit);
  const [asked, setAsked] = useState<{ former: Fitting; body: FitBody } | null>(null);
  const known = useData(
    calls.list,
    { list: { limit: mostKnown, filter: { deviceId: device.id } } },
    { silent: true, staleTime: 0 },
  );
  const send = (body: FitBody) => fit.ask({ params: { id: device.id }, body }).then(onClose);
  const form = useEntityForm(schema, {
    namespace,
    initial: { type: carriers[0]?.type ?? '', subject: null, at: '', why: '' },
    async save({ type, subject, at, why: reason }) {
      if (subject === null) return;
      const instant = localInstant(at);
      const body = { subject: { type, id: subject }, why: reason, ...(instant ? { at: instant } : {}) };
      const former = formerOf(known.data?.data ?? [], body, instant ? Date.parse(instant) : Date.now());
      if (former) setAsked({ former, body });
      else await send(body);
    },
  });
  const carrier = carriers.find(({ type }) => type === form.values.type);
  const subject = form.field('subject');
  return (
    <SidePanel title={t('fitTitle', { name: device.name })} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('fit')}>
        {carriers.length > 1 && (
          <Select
            {...form.field('type')}
            allowDeselect={false}
            data={carriers.map(({ type, label }) => ({ value: type, label }))}
            onChange={(type) => {
              form.set('type', type ?? '');
              form.set('subject', null);
            }}
          />
        )}
        {carrier && (
          <SearchSelect
            key={carrier.type}
            of={carrier.list}
            label={carrier.label}
            name="subject"
            value={form.values.subject}
            error={subject.error}
            withAsterisk
            onChange={(one) => form.set('subject', one)}
          />
        )}
        <LocalTimeInput
          {...form.field('at')}
          value={form.values.at}
          onChange={(at) => form.set('at', at)}
          description={t('atHint')}
        />
        <Textarea {...form.field('why')} autosize maxLength={200} />
        <Text size="sm" c="dimmed">
          {t('placedHint')}
        </Text>
      </EntityForm>
      {asked && (
        <ConfirmDialog
          opened
          danger={false}
          title={t('moveTitle')}
          message={t('moveText', { since: date(asked.former.fromAt) })}
          entityName={asked.former.subject.name ?? undefined}
          confirmLabel={t('move')}
          pending={fit.pending}
          onConfirm={() => void send({ ...asked.body, move: true }).finally(() => setAsked(null))}
          onCancel={() => setAsked(null)}
        />
      )}
    </SidePanel>
  );
}
