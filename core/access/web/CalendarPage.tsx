import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { companyZone, useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { AccessInterval } from '../common/access.ts';
import classes from './Access.module.css';
import { grantAddress, openedGrant } from './addresses.ts';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

const isoDay = 'YYYY-MM-DD';
const weeksShown = 6;
const steps: Readonly<Record<string, number>> = { ArrowUp: -7, ArrowDown: 7, ArrowLeft: -1, ArrowRight: 1 };

const zoned = (day?: string) => (day === undefined ? dayjs().tz(companyZone()) : dayjs.tz(day, companyZone()));
/** The days of a month with those around it; weeks begin on Saturday. */
function daysOf(month: string): string[] {
  const first = zoned(`${month}-01`);
  const start = first.subtract((first.day() + 1) % 7, 'day');
  return Array.from({ length: weeksShown * 7 }, (_, n) => start.add(n, 'day').format(isoDay));
}
const on = (day: string) => {
  const from = zoned(day);
  const [start, end] = [from.valueOf(), from.add(1, 'day').valueOf()];
  return ({ from: begins, to }: AccessInterval) => Date.parse(begins) < end && Date.parse(to) > start;
};

/** When people may open locks, by month, with the windows of the chosen day beside it. */
export function CalendarPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { app, calls } = useAccess();
  const { date, number, language } = useFormats();
  const [day, setDay] = useState(() => zoned().format(isoDay));
  const month = day.slice(0, 7);
  const days = daysOf(month);
  const grid = useRef<HTMLFieldSetElement>(null);
  const query = useData(calls.accessToken.calendar, {
    query: {
      from: zoned(days[0]).toISOString(),
      to: zoned(days.at(-1)).add(1, 'day').toISOString(),
    },
  });
  const intervals = query.data ?? [];
  const ofDay = intervals.filter(on(day));
  const turn = (by: number) => setDay(zoned(day).add(by, 'month').format(isoDay));
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // Arrows follow the eye: the week runs from the right in Arabic.
    const sideways = language === 'ar' && Math.abs(step) === 1 ? -step : step;
    const next = zoned(day).add(sideways, 'day').format(isoDay);
    setDay(next);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  return (
    <PageFrame tabs={tabs}>
      <div className={classes.columns}>
        <Stack>
          <Group justify="space-between">
            <ActionIcon size="lg" variant="default" aria-label={t('calendar.before')} onClick={() => turn(-1)}>
              {language === 'ar' ? (
                <IconChevronRight size={iconSizes.md} aria-hidden />
              ) : (
                <IconChevronLeft size={iconSizes.md} aria-hidden />
              )}
            </ActionIcon>
            <Text fw={600} aria-live="polite">
              {new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
                month: 'long',
                year: 'numeric',
                timeZone: 'UTC',
              }).format(new Date(`${month}-15`))}
            </Text>
            <ActionIcon size="lg" variant="default" aria-label={t('calendar.after')} onClick={() => turn(1)}>
              {language === 'ar' ? (
                <IconChevronLeft size={iconSizes.md} aria-hidden />
              ) : (
                <IconChevronRight size={iconSizes.md} aria-hidden />
              )}
            </ActionIcon>
          </Group>
          <fieldset className={classes.month} ref={grid} aria-label={t('calendar.days')}>
            {days.slice(0, 7).map((one) => (
              <span key={one} className={classes.weekday} aria-hidden>
                {new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' }).format(new Date(one))}
              </span>
            ))}
            {days.map((one) => {
              const count = intervals.filter(on(one)).length;
              return (
                <button
                  key={one}
                  type="button"
                  data-day={one}
                  data-other={one.slice(0, 7) !== month}
                  className={classes.day}
                  tabIndex={one === day ? 0 : -1}
                  aria-pressed={one === day}
                  aria-label={`${date(zoned(one).toISOString(), 'date')} · ${t('calendar.windows', { count, shown: number(count) })}`}
                  onClick={() => setDay(one)}
                  onKeyDown={move}
                >
                  {number(Number(one.slice(-2)))}
                  {count > 0 && <span className={classes.count}>{number(count)}</span>}
                </button>
              );
            })}
          </fieldset>
        </Stack>
        <Panel
          title={date(zoned(day).toISOString(), 'date')}
          aside={
            <Can access={calls.userAccess.create.route.access}>
              <Button
                component={Link}
                size="compact-md"
                to={grantAddress(app, { mode: 'calendar-mode', from: zoned(day).add(8, 'hour').toISOString() })}
                leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
              >
                {t('calendar.add')}
              </Button>
            </Can>
          }
        >
          {ofDay.length === 0 ? (
            <EmptyState drawing="calendar" title={t('empty.calendar.title')} text={t('empty.calendar.text')} />
          ) : (
            <ul className={classes.plain}>
              {ofDay.map((one) => (
                <li key={`${one.credentialId} ${one.from}`}>
                  <Bdi>{`${date(one.from, 'time')} – ${date(one.to, 'time')}`}</Bdi>{' '}
                  <Anchor component={Link} to={openedGrant(app, one.mode, one.grantId)}>
                    <bdi>{one.holder ?? t(`values.mode.${one.mode}` as 'values.mode.onetime')}</bdi>
                  </Anchor>{' '}
                  · <bdi>{one.device.name}</bdi>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </PageFrame>
  );
}
