import type { ComponentType } from 'react';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazyPart } from '../failures/chunk-failure.ts';

const withTexts = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(async () => {
    const [part] = await Promise.all([load(), loadTexts(['development'])]);
    return part;
  });

/** Components that exist on a development server only. */
export const EditingHelp = import.meta.env.DEV
  ? withTexts(() => import('../../development/EditingHelp.tsx').then((module) => module.EditingHelp))
  : null;
export const HelpSwitch = import.meta.env.DEV
  ? withTexts(() => import('../../development/HelpSwitch.tsx').then((module) => module.HelpSwitch))
  : null;
