import { Button, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import { useMe } from '#platform/web/session/hooks.tsx';
import { useFirstError } from '#platform/web/ui/form/first-error.ts';
import { LocalPeriodInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import type { GrantWithSecrets } from '../../common/grant.ts';
import { type AccessMode, accessModes } from '../../common/grant-state.ts';
import { useText } from '../texts.ts';
import { useGive } from '../use-give.ts';
import { type GrantDraft, grantBody, isNamed, mayLast, useDraft, withMode } from './grant-draft.ts';
import { HolderInput, holderOf, useGivenHolder } from './HolderInput.tsx';
import { LinkInput, LocksInput, MethodsInput, useMethods } from './inputs.tsx';
import { WindowsInput } from './WindowsInput.tsx';

/**
 * The form of a grant: method, holder, locks and period. Errors are shown under their fields before anything is saved.
 */
export function GrantForm({ onGiven }: { onGiven(grant: GrantWithSecrets): void }) {
  const t = useText();
  const { company } = useMe();
  const [typed, setDraft] = useDraft();
  const offered = useMethods(typed);
  const draft = { ...typed, methods: typed.methods.filter((one) => offered.includes(one)) };
  const [holder, setHolder] = useGivenHolder();
  const { give, errors, pending } = useGive(onGiven);
  const form = useFirstError<HTMLDivElement>(errors);
  const set = (changes: Partial<GrantDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { mode, devices, methods } = draft;
  return (
    <Stack
      maw={560}
      component="form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void give(grantBody(draft, isNamed(mode) ? holderOf(holder) : undefined));
      }}
    >
      <Select
        label={t('fields.mode')}
        description={t(`modeHint.${mode}`)}
        data={accessModes.map((value) => ({ value, label: t(`values.mode.${value}`) }))}
        value={mode}
        allowDeselect={false}
        onChange={(next) => set(withMode(next as AccessMode))}
      />
      {isNamed(mode) && <HolderInput value={holder} onChange={setHolder} error={errors.holder} />}
      <LocksInput draft={draft} error={errors.deviceIds} onChange={set} />
      <MethodsInput draft={draft} offered={offered} error={errors.methods} cardError={errors.card} onChange={set} />
      {mode === 'scheduled' && company && (
        <ScheduleSelect
          companyId={company.id}
          label={t('columns.schedule')}
          value={draft.scheduleId}
          onChange={(scheduleId) => set({ scheduleId })}
          error={errors.scheduleId}
        />
      )}
      {mode === 'calendar-mode' ? (
        <WindowsInput
          value={draft.windows}
          onChange={(windows) => set({ windows })}
          error={errors.windows ?? errors.to}
        />
      ) : (
        <LocalPeriodInput
          value={draft}
          onChange={set}
          labels={{ from: t('fields.from'), to: t('fields.to') }}
          errors={errors}
          required={mayLast(mode) ? [] : ['to']}
        />
      )}
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
