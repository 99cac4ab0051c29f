import { Switch } from '@mantine/core';
import { useStore } from '../client/store.ts';
import classes from './Development.module.css';
import { editingHelp, showEditingHelp, useDevelopmentText } from './editing-help.ts';

/** Toggles the icons that show where pages are declared. */
export function HelpSwitch() {
  const t = useDevelopmentText();
  return (
    <Switch
      className={classes.switch}
      size="xs"
      label={t('switch')}
      checked={useStore(editingHelp)}
      onChange={(event) => showEditingHelp(event.currentTarget.checked)}
    />
  );
}
