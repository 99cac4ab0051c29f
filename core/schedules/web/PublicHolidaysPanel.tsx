import { Anchor, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { dayIn } from '#platform/common/time/date-range.ts';
import type { Holiday } from '#platform/common/time/week-schedule.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { numberLocale, useFormats } from '#platform/web/i18n/formats.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { holidayCountries, type PublicHoliday } from '../common/public-holiday.ts';
import { api, useText } from './api.ts';
import { formatDay } from './format-day.ts';
import classes from './Schedules.module.css';

type Country = (typeof holidayCountries)[number];
const countryOfZone: Record<string, Country> = {
  'Asia/Dubai': 'AE',
  'Asia/Riyadh': 'SA',
  'Asia/Bahrain': 'BH',
};
const yearsAhead = 3;

type Props = {
  timeZone: string;
  existing: readonly Holiday[];
  onAdd(holidays: Holiday[]): void;
  onClose(): void;
};

/** Lists the upcoming public holidays of a country and year. The selected ones are added as closed days. */
export function PublicHolidaysPanel({ timeZone, existing, onAdd, onClose }: Props) {
  const t = useText();
  const { language } = useFormats();
  const [thisYear] = useState(() => new Date().getFullYear());
  const [country, setCountry] = useState<Country>(countryOfZone[timeZone] ?? 'AE');
  const [year, setYear] = useState(thisYear);
  const query = useData(api.publicHoliday.ofYear, { query: { country, year } }, { silent: true });
  const names = new Intl.DisplayNames(numberLocale(language), { type: 'region' });
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const isExisting = (date: string) => existing.some((holiday) => holiday.date === date);
  const upcoming = query.data?.filter(({ date }) => date >= dayIn(timeZone));
  const added = upcoming?.filter(({ date }) => !isExisting(date) && !excluded.includes(date)) ?? [];
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
        {upcoming ? (
          <Choices holidays={upcoming} isListed={isExisting} excluded={excluded} onExclude={setExcluded} />
        ) : (
          <QueryBoundary of={query} />
        )}
        <Button
          disabled={added.length === 0}
          onClick={() => {
            onAdd(added.map((holiday) => ({ ...holiday, periods: [] })));
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
  isListed(date: string): boolean;
  /** Dates that are not selected. */
  excluded: readonly string[];
  onExclude(dates: readonly string[]): void;
};

function Choices({ holidays, isListed: isExisting, excluded, onExclude }: ChoicesProps) {
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
                <bdi>{formatDay(date)}</bdi> {expected && <ToneChip tone="poor">{t('holidays.expected')}</ToneChip>}
              </>
            }
            disabled={isExisting(date)}
            checked={!excluded.includes(date)}
            onChange={({ currentTarget: { checked } }) =>
              onExclude(checked ? excluded.filter((excludedDate) => excludedDate !== date) : [...excluded, date])
            }
          />
        </li>
      ))}
    </ul>
  );
}
