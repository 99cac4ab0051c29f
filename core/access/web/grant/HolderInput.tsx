import { Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { searchMs } from '#platform/common/list.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { required } from '#platform/web/ui/form/required.ts';
import type { NewHolder } from '../../common/grant.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

export type HolderDraft = { key: string | null; contact: boolean; name: string; phone: string; email: string };
export const noHolder: HolderDraft = { key: null, contact: false, name: '', phone: '', email: '' };

/** The draft of a holder, which begins with the one whom the address names. */
export function useGivenHolder() {
  const [params] = useSearchParams();
  const { calls } = useAccess();
  const [draft, setDraft] = useState(noHolder);
  const asked = Number(params.get('holder'));
  const { data } = useData(calls.userAccess.holders, {}, { enabled: asked > 0 });
  const found = data?.find(({ id }) => id === asked);
  useEffect(() => {
    if (!found) return;
    const { userId, name, contact } = found;
    const reached = contact?.includes('@') ? { email: contact } : { phone: contact ?? '' };
    setDraft(userId === null ? { ...noHolder, contact: true, name, ...reached } : { ...noHolder, key: String(userId) });
  }, [found]);
  return [draft, setDraft] as const;
}

type Props = { value: HolderDraft; onChange(value: HolderDraft): void; error?: string | undefined };

/** Chooses a person of the company, or takes the name and address of another one. */
export function HolderInput({ value, onChange, error }: Props) {
  const t = useText();
  const { calls } = useAccess();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, searchMs);
  const found = useData(calls.userAccess.holders, { query: search ? { search } : {} });
  const people = (found.data ?? []).filter(({ userId }) => userId !== null);
  const text = (field: 'name' | 'phone' | 'email') => ({
    label: t(`fields.${field}`),
    value: value[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [field]: event.target.value }),
  });
  return (
    <Stack gap="xs">
      {value.contact ? (
        <>
          <TextInput {...text('name')} error={error} {...required} maxLength={120} />
          <Group grow>
            <TextInput {...text('phone')} dir="ltr" type="tel" inputMode="tel" />
            <TextInput {...text('email')} dir="ltr" type="email" />
          </Group>
        </>
      ) : (
        <Select
          label={t('fields.holder')}
          searchable
          clearable
          {...required}
          error={error}
          data={people.map(({ userId, name }) => ({ value: String(userId), label: name }))}
          filter={({ options }) => options}
          searchValue={typed}
          onSearchChange={setTyped}
          value={value.key}
          onChange={(key) => onChange({ ...value, key })}
        />
      )}
      <Switch
        label={t('fields.contact')}
        checked={value.contact}
        onChange={(event) => onChange({ ...value, contact: event.target.checked })}
      />
    </Stack>
  );
}

/** The holder of a draft; undefined if it is empty. */
export function holderOf({ key, contact, name, phone, email }: HolderDraft): NewHolder | undefined {
  if (!contact) return key === null ? undefined : { userId: Number(key) };
  if (name === '') return undefined;
  return { name, ...(phone === '' ? {} : { phone }), ...(email === '' ? {} : { email }) };
}
