import type { LightPage } from '#platform/web/light/light-page.ts';
import { Screen } from './Screen.tsx';
import { screenCalls } from './screen-calls.ts';

/** The page of a screen: its code until it is paired, then what it shows. */
export const light: LightPage = () => <Screen calls={screenCalls()} />;
