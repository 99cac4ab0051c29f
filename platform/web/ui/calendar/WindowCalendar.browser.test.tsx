import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Period } from '#platform/common/time/time.ts';
import { languages, text } from '../../i18n/i18n.ts';
import { show } from '../../test-render.tsx';
import type { CalendarView, CalendarWindow } from './calendar-time.ts';
import { WindowCalendar } from './WindowCalendar.tsx';

const calendar = (key: string) => text('calendar', key);
const at = (local: string) => new Date(local).toISOString();
const sara: CalendarWindow = {
  key: 'sara',
  title: 'Sara',
  from: at('2026-03-10T10:00:00'),
  to: at('2026-03-10T11:00:00'),
};
const old: CalendarWindow = { ...sara, key: 'old', title: 'Old', fixed: true };

type Props = {
  windows: readonly CalendarWindow[];
  starts?: CalendarView;
  onMove?: (window: CalendarWindow, period: Period) => Promise<string | null>;
  onDraw?: (period: Period) => void;
  onOpen?: (window: CalendarWindow) => void;
};
function Calendar({ starts = 'week', onOpen = () => {}, ...props }: Props) {
  const [{ view, day }, setShown] = useState({ view: starts, day: '2026-03-10' });
  return (
    <WindowCalendar
      {...props}
      view={view}
      day={day}
      onShow={(nextView, nextDay) => setShown({ view: nextView, day: nextDay })}
      onOpen={onOpen}
    />
  );
}

const windowNamed = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const focus = (name: string) => (windowNamed(name).element() as HTMLElement).focus();

describe.each(languages)('a calendar of windows in %s', (language) => {
  test('moves a window by the keyboard once its steps are over, and keeps it there while it is saved', async () => {
    const onMove = vi.fn(async () => 'sara');
    await show(language, <Calendar windows={[sara]} onMove={onMove} />);
    await expect.element(windowNamed('Sara')).toBeVisible();
    focus('Sara');
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}');
    await expect.poll(() => onMove.mock.calls.length).toBe(1);
    const period = { from: at('2026-03-11T11:00:00'), to: at('2026-03-11T12:00:00') };
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ key: 'sara' }), period);
  });

  test('puts a window back whose move is refused', async () => {
    let refuse = () => {};
    const refused = new Promise<null>((resolve) => {
      refuse = () => resolve(null);
    });
    await show(language, <Calendar windows={[sara]} onMove={() => refused} />);
    await expect.element(windowNamed('Sara')).toBeVisible();
    focus('Sara');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByText('10:30 – 11:30')).toBeVisible();
    refuse();
    await expect.element(page.getByText('10:00 – 11:00')).toBeVisible();
    await expect.element(windowNamed('Sara')).toHaveFocus();
  });

  test('moves no window that is fixed, and opens it', async () => {
    const onMove = vi.fn(async () => null);
    const onOpen = vi.fn();
    await show(language, <Calendar windows={[old]} onMove={onMove} onOpen={onOpen} />);
    await expect.element(windowNamed('Old')).toBeVisible();
    focus('Old');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByText('10:00 – 11:00')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ key: 'old' }));
    expect(onMove).not.toHaveBeenCalled();
  });

  test('draws an hour where Enter is pressed, but not for people who may only read', async () => {
    const onDraw = vi.fn();
    await show(language, <Calendar windows={[]} starts="day" onDraw={onDraw} />);
    const slot = page.getByRole('button', { name: `${calendar('slot')} 10/03/2026 08:00` });
    await expect.element(slot).toBeVisible();
    (slot.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onDraw).toHaveBeenCalledWith({ from: at('2026-03-10T08:30:00'), to: at('2026-03-10T09:30:00') });
    await show(language, <Calendar windows={[]} starts="day" />);
    await expect.element(page.getByText(calendar('keys'))).not.toBeInTheDocument();
  });

  test('goes to another week, to today and to the day that is chosen in a month', async () => {
    await show(language, <Calendar windows={[sara]} />);
    await userEvent.click(page.getByRole('button', { name: calendar('later.week') }));
    await expect.element(windowNamed('Sara')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: calendar('earlier.week') }));
    await expect.element(windowNamed('Sara')).toBeVisible();
    await userEvent.click(page.getByText(calendar('views.month'), { exact: true }));
    const day = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'full' }).format(
      new Date('2026-03-12T12:00:00'),
    );
    (page.getByRole('button', { name: day }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(day)).toBeVisible();
  });
});
