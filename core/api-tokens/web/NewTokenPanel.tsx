import { Alert, Button, NumberInput, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { z } from 'zod';
import { CodeBlock } from '#core/devices/web/parts.tsx';
import { StructuresPick } from '#core/places/web/parts.tsx';
import { dayIn } from '#platform/common/time/date-range.ts';
import { endOfDay } from '#platform/common/time/time.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { mostDays, newToken, perMinute } from '../common/api-token.ts';
import { AbilitiesInput } from './AbilitiesInput.tsx';
import { api, useText } from './api.ts';

const draft = newToken.pick({ name: true, abilities: true, perMinute: true }).extend({
  where: z.enum(['all', 'some']),
  structures: z.array(z.number()),
  until: z.string().min(1, 'Required'),
});
const defaultDays = 90;
const dayAfter = (days: number) => dayIn(companyZone(), new Date(Date.now() + days * dayMs));

/** Makes a token and shows it once. */
export function NewTokenPanel({ companyId, onClose }: { companyId: number; onClose(): void }) {
  const t = useText();
  const [token, setToken] = useState<string | null>(null);
  return (
    <SidePanel title={t('new')} onClose={onClose} keepOpen>
      {token === null ? (
        <TokenForm companyId={companyId} onMade={setToken} />
      ) : (
        <MadeToken token={token} onClose={onClose} />
      )}
    </SidePanel>
  );
}

function TokenForm({ companyId, onMade }: { companyId: number; onMade(token: string): void }) {
  const t = useText();
  const create = useAction(api.apiToken.create, { invalidates: [api.apiToken.list] });
  const form = useEntityForm(draft, {
    namespace: 'api-tokens',
    initial: {
      name: '',
      abilities: [],
      where: 'all',
      structures: [],
      until: dayAfter(defaultDays),
      perMinute: perMinute.default,
    },
    async save({ where, structures, until, ...body }) {
      const expiresAt = endOfDay(until, companyZone());
      const sites = where === 'all' ? null : structures;
      onMade((await create.ask({ body: { ...body, structures: sites, expiresAt }, silent: 'success' })).token);
    },
  });
  const { abilities, structures, where } = form.values;
  const chosen = structures as number[];
  const day = form.field('until');
  return (
    <EntityForm form={form} submitLabel={t('create')}>
      <TextInput {...form.field('name')} description={t('hints.name')} maxLength={80} data-autofocus />
      <Suspense fallback={<Skeleton h={sizes.touch} />}>
        <AbilitiesInput
          {...form.field('abilities')}
          value={abilities as string[]}
          onChange={(value) => form.set('abilities', value)}
        />
      </Suspense>
      <SegmentedControl
        fullWidth
        aria-label={t('fields.structures')}
        value={String(where)}
        onChange={(value) => form.set('where', value as 'all' | 'some')}
        data={[
          { value: 'all', label: t('allSites') },
          { value: 'some', label: t('someSites') },
        ]}
      />
      {where === 'some' && (
        <StructuresPick
          companyId={companyId}
          label={t('fields.structures')}
          chosen={chosen}
          onToggle={(id, on) => form.set('structures', on ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      )}
      <DayInput
        {...day}
        value={String(day.value ?? '')}
        description={t('hints.until')}
        minDate={dayAfter(0)}
        maxDate={dayAfter(mostDays)}
      />
      <NumberInput {...form.field('perMinute')} min={1} max={perMinute.max} />
    </EntityForm>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose(): void }) {
  const t = useText();
  return (
    <Stack>
      <Alert role="status" title={t('once.title')}>
        {t('once.text')}
      </Alert>
      <CodeBlock label={t('token')} text={token} />
      <CodeBlock
        label={t('example')}
        text={`curl -H "Authorization: Bearer ${token}" \\\n  ${window.location.origin}/api/…`}
      />
      <Button onClick={onClose}>{t('done')}</Button>
    </Stack>
  );
}
