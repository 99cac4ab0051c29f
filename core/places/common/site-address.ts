/** The one page of a site: every name of a site leads here. */
export const siteAddress = (id: number, tab?: string): string => `/core/structures/${id}${tab ? `?tab=${tab}` : ''}`;
