import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Period } from '#platform/common/time/time.ts';
import { createStore, useStore, type ValueStore } from '../../client/store.ts';
import { languages, text } from '../../i18n/i18n.ts';
import { show } from '../../test-render.tsx';
import type { CalendarView, CalendarWindow } from './calendar-time.ts';
import type { SaveMove } from './use-moves.ts';
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
  onMove?: SaveMove;
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

/** A window with the server's key: its beginning. */
const keyed = (window: CalendarWindow): CalendarWindow => ({ ...window, key: `window of ${window.from}` });

function StoredCalendar({ stored, onMove }: { stored: ValueStore<CalendarWindow>; onMove: SaveMove }) {
  return <Calendar windows={[useStore(stored)]} onMove={onMove} />;
}

const windowNamed = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const focus = (name: string) => (windowNamed(name).element() as HTMLElement).focus();

describe.each(languages)('a calendar of windows in %s', (language) => {
  test('moves a window by the keyboard once its steps are over, and keeps it there while it is saved', async () => {
    const onMove = vi.fn(() => ({ key: 'sara', accepted: Promise.resolve(true) }));
    await show(language, <Calendar windows={[sara]} onMove={onMove} />);
    await expect.element(windowNamed('Sara')).toBeVisible();
    focus('Sara');
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}');
    await expect.poll(() => onMove.mock.calls.length).toBe(1);
    const period = { from: at('2026-03-11T11:00:00'), to: at('2026-03-11T12:00:00') };
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ key: 'sara' }), period);
  });

  test('cuts a long name in a month, and not the time before it', async () => {
    await show(language, <Calendar windows={[{ ...sara, title: 'Sara '.repeat(40) }]} starts="month" />);
    const time = page.getByText('10:00', { exact: true });
    await expect.element(time).toBeVisible();
    const { scrollWidth, clientWidth } = time.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  test('puts a window back if its move is refused', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    await show(language, <Calendar windows={[sara]} onMove={() => ({ key: 'next', accepted: promise })} />);
    await expect.element(windowNamed('Sara')).toBeVisible();
    focus('Sara');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByText('10:30 – 11:30')).toBeVisible();
    resolve(false);
    await expect.element(page.getByText('10:00 – 11:00')).toBeVisible();
    await expect.element(windowNamed('Sara')).toHaveFocus();
  });

  test('loses no key press while a move is saved and its stored times arrive', async () => {
    const stored = createStore(keyed(sara));
    const [first, second, third] = [1, 2, 3].map(() => Promise.withResolvers<boolean>());
    const replies = [first, second, third];
    const onMove = vi.fn((window: CalendarWindow, period: Period) => {
      const accepted = replies.shift()?.promise;
      return accepted ? { key: keyed({ ...window, ...period }).key, accepted } : null;
    });
    await show(language, <StoredCalendar stored={stored} onMove={onMove} />);
    await expect.element(windowNamed('Sara')).toBeVisible();
    focus('Sara');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(() => onMove.mock.calls.length).toBe(1);
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    const moved = keyed({ ...sara, from: at('2026-03-10T10:30:00'), to: at('2026-03-10T11:30:00') });
    stored.set(moved);
    await expect.element(page.getByText('11:00 – 12:00')).toBeVisible();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    first?.resolve(true);
    await expect.poll(() => onMove.mock.calls.length).toBe(2);
    const period = { from: at('2026-03-12T11:00:00'), to: at('2026-03-12T12:00:00') };
    expect(onMove).toHaveBeenLastCalledWith(moved, period);
    stored.set(keyed({ ...sara, ...period }));
    second?.resolve(true);
    // The window has another key now, and the focus follows it.
    await expect.element(windowNamed('Sara')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByText('11:30 – 12:30')).toBeVisible();
  });

  test('colours a window by its state, which its title names, and opens it by the keyboard where nothing moves', async () => {
    const onOpen = vi.fn();
    const late: CalendarWindow = { ...sara, key: 'late', title: 'Missed: Sara', tone: 'problem' };
    await show(language, <Calendar windows={[late]} onOpen={onOpen} />);
    await expect.element(windowNamed('Missed')).toHaveAttribute('data-tone', 'problem');
    expect(windowNamed('Missed').element().getAttribute('aria-label')).not.toContain(calendar('clashes'));
    focus('Missed');
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ key: 'late' }));
  });

  test('does not move a fixed window, but opens it', async () => {
    const onMove = vi.fn(() => null);
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
