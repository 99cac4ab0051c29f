import { Button, Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { searchMs } from '#platform/common/list.ts';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { AlarmDetail } from '../../common/alarm.ts';
import classes from '../Alarms.module.css';
import type { ClassCalls } from '../alarm-calls.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { closesForm } from './ActionForm.tsx';
import { alarmQueryKeys } from './show-alarm.ts';

type Props = { alarm: AlarmDetail; calls: ClassCalls; comment: string; onDone(): void; onCancel(): void };

/** Escalates an alarm to a person, who is notified by mail. Escape closes the form. */
export function EscalateForm(props: Props) {
  const { responders, escalateUser } = props.calls;
  return responders && escalateUser ? <Form responders={responders} escalateUser={escalateUser} {...props} /> : null;
}

type EscalationCalls = { [Name in 'responders' | 'escalateUser']: NonNullable<ClassCalls[Name]> };

function Form({ responders, escalateUser, alarm, comment, onDone, onCancel }: EscalationCalls & Props) {
  const t = useText();
  const kitText = useKitText();
  const [search, setSearch] = useState('');
  const [person, setPerson] = useState<{ value: string; label: string } | null>(null);
  const [searchText] = useDebouncedValue(search, searchMs);
  const people = useList(responders, { limit: 25, skip: 0, search: person?.label === searchText ? '' : searchText });
  const escalate = useAction(escalateUser, {
    onDone,
    shows: () => alarmQueryKeys(alarm.id),
    invalidates: [api.alarm.live],
  });
  const send = () => {
    if (!person || escalate.pending) return;
    escalate.run({
      params: { id: alarm.id },
      body: { userId: Number(person.value), ...(comment ? { comment } : {}) },
    });
  };
  const options = people.rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const selected = person && !options.some((option) => option.value === person.value) ? [person] : [];
  return (
    <form
      className={classes.escalate}
      aria-label={t('actions.escalate-user')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => closesForm(event) && onCancel()}
    >
      <Select
        label={t('escalateTo')}
        placeholder={t('findPerson')}
        data={[...selected, ...options]}
        value={person?.value ?? null}
        onChange={(_, option) => setPerson(option)}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options: all }) => all}
        nothingFoundMessage={kitText('list.noOptions')}
        rightSection={people.fetching ? <Loader size={iconSizes.sm} /> : undefined}
        autoFocus
      />
      <Button type="submit" size="sm" disabled={!person} loading={escalate.pending}>
        {t('actions.escalate-user')}
      </Button>
    </form>
  );
}
