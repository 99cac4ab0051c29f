import type { SiteSettings } from '../common/settings/site-settings.ts';
import { settingsElement } from '../common/settings/site-settings-element.ts';

function read(): SiteSettings | null {
  const text = document.getElementById(settingsElement)?.textContent?.trim();
  return text ? (JSON.parse(text) as SiteSettings) : null;
}

/** The settings that the server embeds in the page; null on a development server. */
export const siteSettings: SiteSettings | null = typeof document === 'undefined' ? null : read();

export const isHidden = (appId: string): boolean => siteSettings?.hidden.includes(appId) ?? false;
