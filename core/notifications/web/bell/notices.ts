import type { Alarm } from '#core/alarms/common/alarm.ts';
import { declaredKindOf } from '#core/alarms/common/rule-kind.ts';
import { customName } from '#core/alarms/common/rule-name.ts';
import { currentLanguage, hasText, loadTexts, text } from '#platform/web/i18n/i18n.ts';

/** A notification of the operating system. A service worker that gets a push shows the same. */
export type SystemNotice = { title: string; body: string; tag: string; address: string };

export const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

/** The notice about new alarms: one by its name, several by their number. */
export async function noticeAbout(
  alarms: readonly Alarm[],
  addressOf: (alarm: Alarm) => string,
  listAddress: string,
): Promise<SystemNotice | null> {
  const [alarm, ...others] = alarms;
  if (!alarm) return null;
  const count = alarms.length;
  if (others.length > 0)
    return {
      title: text('notifications', 'bell.raised', { count }),
      body: alarm.subject.name,
      tag: 'alarms',
      address: listAddress,
    };
  await loadTexts([alarm.app]);
  const key = `alarms.${declaredKindOf(alarm)}`;
  const name = customName(alarm.names, currentLanguage()) ?? text(hasText(alarm.app, key) ? alarm.app : 'alarms', key);
  return {
    title: `${text('kit', `values.severity.${alarm.severity}`)}: ${name}`,
    body: [alarm.subject.name, alarm.structure?.name].filter(Boolean).join(' · '),
    tag: `alarm-${alarm.id}`,
    address: addressOf(alarm),
  };
}

/** Shows a notice; choosing it brings the tab to the front and opens its address. */
export function showNotice({ title, body, tag, address }: SystemNotice, open: (address: string) => void): void {
  const language = currentLanguage();
  const notice = new Notification(title, { body, tag, lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' });
  notice.onclick = () => {
    window.focus();
    open(address);
    notice.close();
  };
}
