import { Button, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deviceAppOf } from '#core/device-app/web/parts.tsx';
import { useFirstError } from '#platform/web/ui/form/first-error.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import type { NewGrant } from '../../common/grant.ts';
import { accessesAddress, oneTimeAddress } from '../addresses.ts';
import { FenceInput } from '../FenceInput.tsx';
import { useText } from '../texts.ts';
import { installedLocks, siteBySite, siteOf, useAccess } from '../use-access.ts';
import { useGive } from '../use-give.ts';

const hourMs = 3_600_000;

/** A link that opens one lock once: the lock, the end and the recipient. */
export function OneTimePage() {
  const t = useText();
  const navigate = useNavigate();
  const { app } = useAccess();
  const [deviceId, setDeviceId] = useState<number | null>(null);
  const [to, setTo] = useState(() => localTime(Date.now() + 2 * hourMs));
  const [note, setNote] = useState('');
  const [needsPin, setNeedsPin] = useState(false);
  const [sendTo, setSendTo] = useState('');
  const [fence, setFence] = useState<number | null>(null);
  const { give, errors, pending } = useGive((grant) => {
    // The secret stays in the memory of this tab: the address names the record alone.
    void navigate(oneTimeAddress(app, grant.id), { state: grant.secrets });
  });
  const form = useFirstError<HTMLDivElement>(errors);
  const devices = deviceAppOf(app).calls.device.list;
  return (
    <PageFrame
      title={t('pages.access-management-user-access-access-onetime')}
      parents={[{ label: t('pages.access-management-accesses-list'), to: accessesAddress(app, 'onetime') }]}
    >
      <Stack
        maw={440}
        component="form"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const until = localInstant(to);
          void give({
            mode: 'onetime',
            deviceIds: deviceId === null ? [] : [deviceId],
            methods: ['link'],
            ...(until ? { to: until } : {}),
            ...(note === '' ? {} : { note }),
            needsPin,
            ...(fence === null ? {} : { onlyInsideFence: fence }),
            ...sendingTo(sendTo.trim(), note),
          });
        }}
      >
        <SearchSelect
          label={t('fields.lock')}
          of={devices}
          filter={installedLocks(app)}
          sort={siteBySite}
          group={siteOf}
          value={deviceId}
          withAsterisk
          onChange={setDeviceId}
          error={errors.deviceIds}
        />
        <LocalTimeInput label={t('fields.until')} value={to} {...required} error={errors.to} onChange={setTo} />
        <TextInput
          label={t('fields.forWhom')}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <TextInput
          label={t('fields.sendTo')}
          dir="ltr"
          maxLength={120}
          value={sendTo}
          error={errors.holder ?? errors.notify}
          onChange={(event) => setSendTo(event.target.value)}
        />
        <FenceInput value={fence} onChange={setFence} error={errors.onlyInsideFence} />
        <Switch
          label={t('fields.needsPin')}
          checked={needsPin}
          onChange={(event) => setNeedsPin(event.target.checked)}
        />
        <Button type="submit" loading={pending} disabled={deviceId === null}>
          {t('actions.makeLink')}
        </Button>
      </Stack>
    </PageFrame>
  );
}

/** The holder of a link that is sent, from the typed email address or number. */
function sendingTo(address: string, name: string): Pick<NewGrant, 'holder' | 'notify'> {
  if (address === '') return {};
  const mailed = address.includes('@');
  return {
    holder: { name: name === '' ? address : name, ...(mailed ? { email: address } : { phone: address }) },
    notify: [mailed ? 'email' : 'sms'],
  };
}
