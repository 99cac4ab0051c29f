import { textsOf } from '../../i18n/texts.ts';
import type calendarTexts from './locales/en.json';

/** The texts of calendars, separate from the kit's because few pages have one. */
export const useCalendarText = textsOf<typeof calendarTexts>('calendar');
