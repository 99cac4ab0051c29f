import { Anchor, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { dayIn } from '#platform/common/date-range.ts';
import type { Holiday } from '#platform/common/week-schedule.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { localeOf, useFormats } from '#platform/web/i18n/formats.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { holidayCountries, type PublicHoliday } from '../common/public-holiday.ts';
import { api, useText } from './api.ts';
import classes from './Schedules.module.css';
import { showDay } from './show-day.ts';

type Country = (typeof holidayCountries)[number];
const countryOfZone: Record<string, Country> = {
  'Asia/Dubai': 'AE',
  'Asia/Riyadh': 'SA',
  'Asia/Bahrain': 'BH',
};
const yearsAhead = 3;

type Props = {
  timeZone: string;
  known: readonly Holiday[];
  onAdd(holidays: Holiday[]): void;
  onClose(): void;
};

/** The public holidays of a country and year that are still to come, of which some are added to a schedule as closed days. */
export function PublicHolidaysPanel({ timeZone, known, onAdd, onClose }: Props) {
  const t = useText();
  const { language } = useFormats();
  const [thisYear] = useState(() => new Date().getFullYear());
  const [country, setCountry] = useState<Country>(countryOfZone[timeZone] ?? 'AE');
  const [year, setYear] = useState(thisYear);
  const found = useData(api.publicHoliday.ofYear, { query: { country, year } }, { silent: true });
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region' });
  const [left, setLeft] = useState<readonly string[]>([]);
  const isKnown = (date: string) => known.some((one) => one.date === date);
  const coming = found.data?.filter(({ date }) => date >= dayIn(timeZone));
  const added = coming?.filter(({ date }) => !isKnown(date) && !left.includes(date)) ?? [];
  const years = Array.from({ length: yearsAhead }, (_, at) => String(thisYear + at));
  return (
    <SidePanel title={t('holidays.import')} onClose={onClose}>
      <Stack>
        <Group grow gap="xs">
          <Select
            label={t('holidays.country')}
            data={holidayCountries.map((value) => ({ value, label: names.of(value) ?? value }))}
            value={country}
            allowDeselect={false}
            onChange={(value) => setCountry(value as Country)}
          />
          <Select
            label={t('holidays.year')}
            data={years}
            value={String(year)}
            allowDeselect={false}
            onChange={(value) => setYear(Number(value))}
          />
        </Group>
        {coming ? (
          <Choices holidays={coming} isKnown={isKnown} left={left} onLeft={setLeft} />
        ) : (
          <QueryBoundary of={found} />
        )}
        <Button
          disabled={added.length === 0}
          onClick={() => {
            onAdd(added.map((one) => ({ ...one, periods: [] })));
            onClose();
          }}
        >
          {t('holidays.addAll', { count: added.length })}
        </Button>
        <Text size="sm" c="dimmed">
          <Anchor href="https://github.com/commenthol/date-holidays" target="_blank" rel="noreferrer" inherit>
            {t('holidays.credit')}
          </Anchor>
        </Text>
      </Stack>
    </SidePanel>
  );
}

type ChoicesProps = {
  holidays: readonly PublicHoliday[];
  isKnown(date: string): boolean;
  /** Dates of those that are not to be added. */
  left: readonly string[];
  onLeft(dates: readonly string[]): void;
};

function Choices({ holidays, isKnown, left, onLeft }: ChoicesProps) {
  const t = useText();
  const { language } = useFormats();
  return (
    <ul className={classes.rows}>
      {holidays.map(({ date, name, expected }) => (
        <li key={date}>
          <Checkbox
            label={<bdi>{name[language]}</bdi>}
            description={
              <>
                <bdi>{showDay(date)}</bdi> {expected && <ToneChip tone="poor">{t('holidays.expected')}</ToneChip>}
              </>
            }
            disabled={isKnown(date)}
            checked={!left.includes(date)}
            onChange={({ currentTarget: { checked } }) =>
              onLeft(checked ? left.filter((one) => one !== date) : [...left, date])
            }
          />
        </li>
      ))}
    </ul>
  );
}
