/** The page on which anybody compares a file of a report. By itself: the first page of everybody needs it, and not the schemas. */
export const verifyReportPath = '/verify';
