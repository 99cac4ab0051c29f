import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Period } from '#platform/common/time/time.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { CalendarWindow } from '#platform/web/ui/calendar/calendar-time.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalPeriodInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { changedInstant, localTime } from '#platform/web/ui/time/local-time.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { openedGrant } from '../addresses.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import type { Given } from './use-shown.ts';

type Props = {
  window: CalendarWindow;
  /** Undefined for a window that was drawn and is not given yet. */
  given: Given | undefined;
  mayMove: boolean;
  onMove(period: Period): Promise<void>;
  onRemove(): Promise<void>;
  onClose(): void;
};

/** One window: whose it is, and a form that moves it or takes it away. */
export function WindowPanel({ window, given, mayMove, onMove, onRemove, onClose }: Props) {
  const t = useText();
  const free = !window.fixed && (!given || mayMove);
  return (
    <SidePanel title={t(given ? 'calendar.window' : 'calendar.new')} onClose={onClose}>
      <Stack>
        {given && <GivenFacts given={given} />}
        {given?.clashes && <Text c="var(--severity-problem-text)">{t('calendar.clash')}</Text>}
        {given && !free && <Text size="sm">{t(fixedText(given, mayMove))}</Text>}
        {free && (
          <TimesForm
            key={`${window.from} ${window.to}`}
            window={window}
            given={given}
            onMove={onMove}
            onRemove={onRemove}
          />
        )}
      </Stack>
    </SidePanel>
  );
}

function fixedText({ mode }: Given, mayMove: boolean) {
  if (!mayMove) return 'calendar.mayNotMove';
  return mode === 'calendar-mode' ? 'errors.window-passed' : 'calendar.otherMode';
}

function GivenFacts({ given }: { given: Given }) {
  const t = useText();
  const { app } = useAccess();
  const { date } = useFormats();
  return (
    <Facts
      title={t(`values.mode.${given.mode}`)}
      items={[
        ...(given.holder ? [[t('columns.holder'), <bdi key="holder">{given.holder}</bdi>] as const] : []),
        [t('fields.locks'), <bdi key="locks">{given.locks.join(', ')}</bdi>],
        [t('columns.from'), <Bdi key="from">{date(given.from)}</Bdi>],
        [t('columns.to'), <Bdi key="to">{date(given.to)}</Bdi>],
        [
          t('calendar.access'),
          <Anchor key="open" component={Link} to={openedGrant(app, given.grantId)}>
            {t('given.show')}
          </Anchor>,
        ],
      ]}
    />
  );
}

type FormProps = Omit<Props, 'mayMove' | 'onClose'>;

function TimesForm({ window, given, onMove, onRemove }: FormProps) {
  const t = useText();
  const kit = useKitText();
  const [draft, setDraft] = useState({
    from: localTime(Date.parse(window.from)),
    to: localTime(Date.parse(window.to)),
  });
  const [pending, setPending] = useState(false);
  const [from, to] = [changedInstant(draft.from, window.from), changedInstant(draft.to, window.to)];
  const begun = given !== undefined && Date.parse(window.from) <= Date.now();
  const wrong = from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);
  const run = async (work: () => Promise<void>) => {
    setPending(true);
    await work().finally(() => setPending(false));
  };
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (from && to && !wrong) void run(() => onMove({ from, to }));
      }}
    >
      <LocalPeriodInput
        value={draft}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        labels={{ from: t('fields.from'), to: t('fields.to') }}
        errors={wrong ? { to: kit('validation.toAfterFrom') } : {}}
        disabled={begun ? ['from'] : []}
      />
      {begun && <Text size="sm">{t('errors.window-under-way')}</Text>}
      <Group>
        <Button type="submit" loading={pending} disabled={!from || !to || wrong}>
          {t(given ? 'calendar.move' : 'calendar.keep')}
        </Button>
        {!begun && (
          <Button variant="default" disabled={pending} onClick={() => void run(onRemove)}>
            {t('calendar.remove')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
