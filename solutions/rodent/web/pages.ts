/** Pages of the office by their paths. */
export const pages = {
  'devices/history': () => import('./journal/JournalPage.tsx'),
  'traps/plan/{id}': () => import('./plan/HeatPage.tsx'),
  'visits/calendar': () => import('./visits/VisitsCalendarPage.tsx'),
  'visits/licences': () => import('./licences/LicencesPage.tsx'),
  '/verify-trap-document/{code}': () => import('./documents/VerifyDocumentPage.tsx'),
  'policy/{id}': () => import('./visits/PolicyPage.tsx'),
};
