import { Button, Chip, Group, Input, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { type AccessMethod, type GrantWithSecrets, type NewGrant, notifyWays } from '../common/grant.ts';
import { type AccessMode, accessModes } from '../common/grant-state.ts';
import { accessesAddress } from './addresses.ts';
import { FenceInput } from './FenceInput.tsx';
import { GivenSecrets } from './GivenSecrets.tsx';
import { HolderInput, holderOf, noHolder } from './HolderInput.tsx';
import { instantOf, localTime } from './local-time.ts';
import { useText } from './texts.ts';
import { locksOnly, useAccess } from './use-access.ts';
import { useGive } from './use-give.ts';

const hourMs = 3_600_000;
const methodsOf: Readonly<Record<AccessMode, readonly AccessMethod[]>> = {
  fulltime: ['app', 'pin'],
  scheduled: ['app', 'pin'],
  'public-temporary': ['link', 'pin'],
  onetime: ['link', 'pin'],
  'calendar-mode': ['app', 'pin', 'link'],
};
const named: readonly AccessMode[] = ['fulltime', 'scheduled', 'calendar-mode'];

/** Gives access: how, to whom, to which locks, when. What is wrong is said under its field before anything is saved. */
export function GrantAccessPage() {
  const t = useText();
  const { app } = useAccess();
  const [given, setGiven] = useState<GrantWithSecrets>();
  return (
    <PageFrame
      title={t('pages.access-management-grant-access')}
      parents={[{ label: t('pages.access-management-accesses-list'), to: accessesAddress(app) }]}
    >
      {given ? (
        <Stack maw={560}>
          <Text fw={600}>
            {t('given.done', { locks: new Set(given.credentials.map(({ device }) => device.id)).size })}
          </Text>
          <GivenSecrets secrets={given.secrets} />
          <Button component={Link} to={`${accessesAddress(app, given.mode)}?grant=${given.id}`}>
            {t('given.show')}
          </Button>
        </Stack>
      ) : (
        <GrantForm onGiven={setGiven} />
      )}
    </PageFrame>
  );
}

type NotifyWay = (typeof notifyWays)[number];

type Draft = {
  mode: AccessMode;
  devices: readonly number[];
  methods: readonly AccessMethod[];
  scheduleId: number | null;
  from: string;
  to: string;
  maxUses: number | string;
  note: string;
  fence: number | null;
  notify: readonly NotifyWay[];
};

function useDraft() {
  const [params] = useSearchParams();
  const asked = params.get('mode');
  const mode = accessModes.find((one) => one === asked) ?? 'fulltime';
  const device = Number(params.get('device'));
  const begins = Date.parse(params.get('from') ?? '') || Date.now();
  return useState<Draft>(() => ({
    mode,
    devices: device > 0 ? [device] : [],
    methods: methodsOf[mode].slice(0, 1),
    scheduleId: null,
    from: localTime(begins),
    to: mode === 'fulltime' || mode === 'scheduled' ? '' : localTime(begins + 2 * hourMs),
    maxUses: 10,
    note: '',
    fence: null,
    notify: [],
  }));
}

function bodyOf(draft: Draft, holder: NewGrant['holder']): NewGrant {
  const { mode, devices, methods, scheduleId, maxUses, note } = draft;
  const [from, to] = [instantOf(draft.from), instantOf(draft.to)];
  const window = mode === 'calendar-mode' && from && to ? { windows: [{ from, to }] } : {};
  return {
    mode,
    deviceIds: [...devices],
    methods: [...methods],
    ...(holder ? { holder } : {}),
    ...(mode === 'scheduled' && scheduleId !== null ? { scheduleId } : {}),
    ...(mode === 'calendar-mode' ? window : { ...(from ? { from } : {}), ...(to ? { to } : {}) }),
    ...(mode === 'public-temporary' && typeof maxUses === 'number' ? { maxUses } : {}),
    ...(note === '' ? {} : { note }),
    ...(methods.includes('link') && draft.fence !== null ? { onlyInsideFence: draft.fence } : {}),
    ...(methods.includes('link') && holder && draft.notify.length > 0 ? { notify: [...draft.notify] } : {}),
  };
}

function GrantForm({ onGiven }: { onGiven(grant: GrantWithSecrets): void }) {
  const t = useText();
  const { company } = useMe();
  const [draft, setDraft] = useDraft();
  const [holder, setHolder] = useState(noHolder);
  const { give, errors, pending } = useGive(onGiven);
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const { mode, devices, methods } = draft;
  const time = (field: 'from' | 'to', required = false) => ({
    type: 'datetime-local',
    label: t(`fields.${field}`),
    value: draft[field],
    withAsterisk: required,
    error: errors[field] ?? (field === 'to' ? errors.windows : undefined),
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });
  return (
    <Stack
      maw={560}
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void give(bodyOf(draft, named.includes(mode) ? holderOf(holder) : undefined));
      }}
    >
      <Select
        label={t('fields.mode')}
        description={t(`modeHint.${mode}`)}
        data={accessModes.map((value) => ({ value, label: t(`values.mode.${value}`) }))}
        value={mode}
        allowDeselect={false}
        onChange={(next) => {
          const chosen = next as AccessMode;
          const open = chosen === 'fulltime' || chosen === 'scheduled';
          set({
            mode: chosen,
            methods: methodsOf[chosen].slice(0, 1),
            to: open ? '' : localTime(Date.now() + 2 * hourMs),
          });
        }}
      />
      {named.includes(mode) && <HolderInput value={holder} onChange={setHolder} error={errors.holder} />}
      <LocksInput draft={draft} error={errors.deviceIds} onChange={set} />
      <MethodsInput draft={draft} error={errors.methods} onChange={set} />
      {mode === 'scheduled' && company && (
        <ScheduleSelect
          companyId={company.id}
          label={t('columns.schedule')}
          value={draft.scheduleId}
          onChange={(scheduleId) => set({ scheduleId })}
          error={errors.scheduleId}
        />
      )}
      <Group grow align="start">
        <TextInput {...time('from')} />
        <TextInput {...time('to', mode !== 'fulltime' && mode !== 'scheduled')} />
      </Group>
      {mode === 'public-temporary' && (
        <NumberInput
          label={t('fields.maxUses')}
          min={1}
          max={500}
          value={draft.maxUses}
          error={errors.maxUses}
          onChange={(maxUses) => set({ maxUses })}
        />
      )}
      {methods.includes('link') && <LinkInput draft={draft} errors={errors} onChange={set} />}
      <TextInput
        label={t('fields.note')}
        maxLength={300}
        value={draft.note}
        onChange={(event) => set({ note: event.target.value })}
      />
      <Button type="submit" loading={pending} disabled={devices.length === 0 || methods.length === 0}>
        {t('actions.give')}
      </Button>
    </Stack>
  );
}

type PartProps = { draft: Draft; error: string | undefined; onChange(changes: Partial<Draft>): void };

function LocksInput({ draft: { devices }, error, onChange }: PartProps) {
  const t = useText();
  const { app, calls } = useAccess();
  const list = (calls as unknown as { device: { list: Endpoint } }).device.list;
  return (
    <Panel title={t('fields.locks')}>
      <PickMany
        label={t('fields.locks')}
        of={list}
        filter={locksOnly(app)}
        isChosen={({ id }: { id: number }) => devices.includes(id)}
        onToggle={({ id }: { id: number }, on) =>
          onChange({ devices: on ? [...devices, id] : devices.filter((one) => one !== id) })
        }
        name={({ name }: { name: string }) => name}
        note={({ structure }: { structure: { name: string } | null }) => structure?.name}
        empty={t('given.noLocks')}
      />
      {error && (
        <Text c="var(--severity-problem-text)" size="sm">
          {error}
        </Text>
      )}
    </Panel>
  );
}

type LinkProps = Pick<PartProps, 'draft' | 'onChange'> & { errors: Readonly<Record<string, string>> };

/** Where links open, and how their holder gets them. */
function LinkInput({ draft: { mode, fence, notify }, errors, onChange }: LinkProps) {
  const t = useText();
  return (
    <>
      <FenceInput value={fence} onChange={(next) => onChange({ fence: next })} error={errors.onlyInsideFence} />
      {named.includes(mode) && (
        <Input.Wrapper label={t('fields.notify')} error={errors.notify}>
          <Chip.Group multiple value={[...notify]} onChange={(next) => onChange({ notify: next as NotifyWay[] })}>
            <Group>
              {notifyWays.map((way) => (
                <Chip key={way} value={way}>
                  {t(`values.notify.${way}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
    </>
  );
}

function MethodsInput({ draft: { mode, methods }, error, onChange }: PartProps) {
  const t = useText();
  return (
    <Input.Wrapper label={t('fields.methods')} error={error}>
      <Chip.Group multiple value={[...methods]} onChange={(next) => onChange({ methods: next as AccessMethod[] })}>
        <Group>
          {methodsOf[mode].map((one) => (
            <Chip key={one} value={one}>
              {t(`values.methods.${one}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
