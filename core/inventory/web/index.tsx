import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { inventory } from '../app.ts';

export const inventoryWeb = bindPages(inventory, { 'devices/onboarding': () => import('./OnboardingPage.tsx') });
