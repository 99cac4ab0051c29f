import { useMemo } from 'react';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useAppNames } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { Token } from '../common/token.ts';
import { useText } from './texts.ts';

const { cell, code, date, number } = columnsFor<Token>();
const dayMs = 86_400_000;

const tones: Record<Token['status'], Tone> = {
  none: 'none',
  unassigned: 'none',
  'not-activated': 'ok',
  active: 'good',
  expired: 'poor',
  blocked: 'problem',
  used: 'none',
};
const Status = ({ value }: { value: Token['status'] }) => (
  <StatusChip namespace="subscriptions" field="status" value={value} tones={tones} />
);
const daysLeftOf = ({ expirationAt, status }: Token, now: number) =>
  status === 'active' && expirationAt ? Math.ceil((Date.parse(expirationAt) - now) / dayMs) : null;

function DaysLeft({ row }: { row: Token }) {
  const t = useText();
  const { number: text } = useFormats();
  const days = daysLeftOf(row, useNow());
  if (days === null) return <>–</>;
  if (days > 30) return <>{text(days)}</>;
  return <ToneChip tone={days > 7 ? 'poor' : 'problem'}>{t('tokens.daysLeft', { count: days })}</ToneChip>;
}

/** The address of the page of a device. */
export type AddressOfDevice = (app: string, device: NonNullable<Token['device']>) => string | undefined;

/** The names of apps by their ids, as people read them. */
export function useAppOptions(): { value: string; label: string }[] {
  const apps = useMemo(() => registeredApps().filter(({ solutions = [] }) => solutions.length > 0), []);
  const nameOf = useAppNames(apps);
  return useMemo(() => apps.map((app) => ({ value: app.id, label: nameOf(app) })), [apps, nameOf]);
}

type Options = {
  addressOf: AddressOfDevice;
  /** Whether the list has subscriptions of several companies, or of several apps. */
  customers: boolean;
  everyApp: boolean;
};

/** The columns of a list of subscriptions. */
export function useTokenColumns({ addressOf, customers, everyApp }: Options): Column<Token>[] {
  const apps = useAppOptions();
  return useMemo(() => {
    const appName = ({ app }: Token) => apps.find(({ value }) => value === app)?.label ?? app;
    const addressIn = (row: Token) => (row.device ? addressOf(row.app, row.device) : undefined);
    return [
      code('id', { width: 1, hidden: everyApp }),
      {
        field: 'device',
        width: 2,
        to: addressIn,
        render: (row) => (row.device ? <DeviceLink to={addressIn(row)} name={row.device.name} /> : '–'),
        text: (row) => row.device?.name,
      },
      ...(customers ? [{ field: 'company', width: 2 } as const] : []),
      ...(everyApp ? [{ field: 'app', width: 1, render: appName, text: appName } as const] : []),
      cell('status', Status, { width: 2 }),
      number('months', { width: 1 }),
      date('activationAt', { width: 1, hidden: everyApp }),
      date('expirationAt', { width: 1 }),
      {
        field: 'daysLeft',
        width: 1,
        numeric: true,
        render: (row) => <DaysLeft row={row} />,
        text: (row) => daysLeftOf(row, Date.now()),
      },
      { field: 'source', hidden: true, width: 1 },
      { field: 'blockReason', hidden: true, width: 1 },
      { field: 'blockedBy', hidden: true, width: 1 },
      date('createdAt', { hidden: true, width: 1 }),
    ];
  }, [addressOf, customers, everyApp, apps]);
}
