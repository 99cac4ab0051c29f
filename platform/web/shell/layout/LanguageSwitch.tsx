import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '../../client/store.ts';
import { languageStore, setLanguage } from '../../i18n/i18n.ts';
import { useKitText } from '../../i18n/texts.ts';

/** Switches to the other language; its label is in that language. */
export function LanguageSwitch() {
  const t = useKitText();
  const language = useStore(languageStore);
  const [busy, setBusy] = useState(false);
  const other = language === 'ar' ? 'en' : 'ar';
  const change = () => {
    setBusy(true);
    void setLanguage(other).finally(() => setBusy(false));
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color="gray"
      onClick={change}
      loading={busy}
      lang={other}
      title={t('shell.switchLanguage')}
    >
      {t('shell.language')}
    </Button>
  );
}
